# Runs commands that may hang, and reports what hung: a test that waits for a filesystem which does not answer can be neither
# interrupted nor killed. Sourced by bin/verify.
# shellcheck shell=bash

# The maximum time without output, and the maximum time in total (seconds).
readonly QUIET_LIMIT=${FUSEMOUNT_VERIFY_QUIET:-600}
readonly TOTAL_LIMIT=${FUSEMOUNT_VERIFY_LIMIT:-4500}

# Marks every process that is started from here on.
export FUSEMOUNT_VERIFY=$$

# Prints the started processes that still run, except for this shell and its substitutions.
started() {
	local environment process
	for environment in /proc/[0-9]*/environ; do
		process=${environment//[!0-9]/}
		if [[ "$process" != "$$" && "$process" != "$BASHPID" ]] &&
			grep -qz "^FUSEMOUNT_VERIFY=$$\$" "$environment" 2>/dev/null; then
			echo "$process"
		fi
	done
}

kill_started() {
	local process
	for process in $(started); do
		kill -KILL "$process" 2>/dev/null || true
	done
}

# The kernel's numbers of the filesystems that are mounted.
mounted() {
	awk '/ - fuse[. ]/ { sub(/.*:/, "", $3); print $3 }' /proc/self/mountinfo
}

# Prints the state of the processes; of a JVM, the threads of tests and mounts.
diagnose() {
	local process
	say "--- What runs:"
	for process in $(started); do
		ps -o pid=,ppid=,stat=,etimes=,wchan:20=,args= -p "$process" | cut -c 1-180 >&2 || true
		if [[ "$(readlink "/proc/$process/exe" || true)" == */java ]]; then
			timeout 20 "$JAVA_HOME/bin/jstack" "$process" 2>&1 |
				awk '/^"(main|fusemount|mount|junit|pool)/ { on = 1 } /^$/ { on = 0 } on && lines++ < 200' >&2 || true
		fi
	done
	grep ' - fuse[. ]' /proc/self/mountinfo >&2 || true
	say "---"
}

# Lets the kernel answer in place of the filesystems that were mounted since.
abort_filesystems() {
	local before=$1 connections=/sys/fs/fuse/connections number shown=
	if [[ -z "$(ls "$connections" 2>/dev/null)" ]] && mount -t fusectl none "$connections" 2>/dev/null; then
		shown=yes
	fi
	for number in $(mounted); do
		if [[ " ${before//$'\n'/ } " != *" $number "* ]]; then
			echo 1 2>/dev/null >"$connections/$number/abort" || say "The filesystem $number could not be aborted."
		fi
	done
	[[ -z "$shown" ]] || umount "$connections" 2>/dev/null || true
}

# Runs a command until it ends or hangs. Its output goes through a file: a process that it leaves behind keeps nobody waiting
# who reads the output of this shell.
guard() {
	local output before command show quiet told='' code=0
	output=$(mktemp)
	before=$(mounted)
	# A command in the background would go on after Ctrl-C.
	trap 'kill_started; exit 130' INT TERM
	"$@" >"$output" 2>&1 </dev/null &
	command=$!
	env -u FUSEMOUNT_VERIFY tail -n +1 -f --pid="$command" "$output" &
	show=$!
	while kill -0 "$command" 2>/dev/null; do
		sleep 1
		quiet=$((EPOCHSECONDS - $(stat -c %Y "$output")))
		if [[ $SECONDS -ge $TOTAL_LIMIT || -n "$told" && $quiet -ge $QUIET_LIMIT && $SECONDS -ge $told ]]; then
			say "This took longer than $SECONDS seconds, or hangs for good: it is ended."
			diagnose
			abort_filesystems "$before"
			kill_started
			kill -KILL "$command" 2>/dev/null || true
		elif [[ $quiet -ge $QUIET_LIMIT && -z "$told" ]]; then
			say "Nothing was printed for $quiet seconds: what is mounted is aborted."
			diagnose
			abort_filesystems "$before"
			told=$((SECONDS + 120))
		fi
	done
	wait "$command" || code=$?
	wait "$show" || true
	rm -f "$output"
	if [[ -n "$told" && $code -eq 0 ]]; then
		code=1
	fi
	return "$code"
}

# Ends the processes and mounts that were left behind, and reports them.
clear_left() {
	local left
	left=$(started)
	if [[ -n "$left" ]]; then
		say "Left behind, and ended now:"
		# shellcheck disable=SC2086 # one argument for each
		ps -o pid=,ppid=,etimes=,args= -p ${left//$'\n'/,} | cut -c 1-180 >&2 || true
		kill_started
	fi
}
