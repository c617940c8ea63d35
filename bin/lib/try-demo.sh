# Run by bin/verify-bare in a bare system, as its first process: the demo, as somebody uses it who has just cloned the
# project: root, or the ordinary user whose name is the argument, for whom root installs what the demo asks for. Ends with 0
# if a file was copied in and read back, SIGTERM stopped the demo, and nothing is left of it.
# shellcheck shell=bash
set -euo pipefail

cd "$(dirname -- "${BASH_SOURCE[0]}")/../.."
log=$(mktemp)
demo=
user=${1:-}
as=()

fail() {
	echo "--- log of the demo"
	tail -n 60 "$log"
	if [[ -s data/demo.log ]]; then
		echo "--- log of the application"
		tail -n 40 data/demo.log
	fi
	echo "--- $*"
	exit 1
}

wait_for() {
	local what=$1 limit=$2 deadline
	shift 2
	deadline=$((SECONDS + limit))
	until "$@"; do
		if [[ $SECONDS -ge $deadline ]]; then
			fail "$what took more than $limit seconds."
		fi
		sleep 0.5
	done
}

has_ended() {
	! kill -0 "$demo" 2>/dev/null
}

is_told() {
	if has_ended; then
		fail "The demo ended unexpectedly."
	fi
	grep -q 'Ctrl-C unmounts and stops' "$log"
}

# A port that nobody serves: the network is that of the machine, on which another demo may run.
free_port() {
	local port
	while :; do
		port=$((20000 + RANDOM % 10000))
		if ! (: <>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
			echo "$port"
			return
		fi
	done
}

# The processes of this system but for this script and the function's own; what that starts comes after the pattern is expanded.
others() {
	local process
	for process in /proc/[0-9]*; do
		if [[ "$process" != "/proc/$$" && "$process" != "/proc/$BASHPID" ]]; then
			tr '\0' ' ' <"$process/cmdline" 2>/dev/null || true
		fi
	done
}

# The demo says what to install. Of that, the user gets fusermount3 without its other name; of Maven's files, those of root.
prepare_user() {
	local packages
	useradd "$user"
	chown -R "$user:" "$HOME"
	chmod o+x /root
	export MAVEN_OPTS=-Dmaven.repo.local.tail=/root/.m2/repository
	as=(setpriv --reuid="$user" --regid="$user" --init-groups)
	if "${as[@]}" bin/demo >"$log" 2>&1 </dev/null; then
		fail "The demo ran without Java and fusermount."
	fi
	packages=$(sed -n 's/^ *sudo apt-get update && sudo apt-get install //p' "$log")
	[[ -n "$packages" ]] || fail "The demo did not say what to install."
	echo "Installing the packages that the demo requires: $packages"
	# shellcheck disable=SC2086 # one argument for each
	{ apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages; } \
		>"$log" 2>&1 </dev/null || fail "The packages that the demo requires could not be installed."
	# fusermount3 unmounts for users by this list, which a system has from its first boot.
	ln -sf ../proc/self/mounts /etc/mtab
	rm /usr/bin/fusermount
	[[ -u /usr/bin/fusermount3 ]] || fail "fusermount3 is not setuid."
}

SERVER_PORT=$(free_port)
export SERVER_PORT
if [[ -n "$user" ]]; then
	prepare_user
fi
"${as[@]}" bin/demo >"$log" 2>&1 </dev/null &
demo=$!
wait_for "Installing, building and starting" 600 is_told
"${as[@]}" cp README.md mnt/documents/ || fail "A file could not be copied in."
"${as[@]}" cmp README.md mnt/documents/README.md || fail "The copied file differs."
"${as[@]}" ls -l mnt/documents
kill -TERM "$demo"
wait_for "Stopping" 60 has_ended
code=0
wait "$demo" || code=$?
[[ $code -eq 0 ]] || fail "The demo ended with status $code after SIGTERM."
! grep 'fuse[.]' /proc/self/mounts || fail "Something is still mounted."
[[ ! -e mnt ]] || fail "The mount point still exists."
! grep ' ERROR ' data/demo.log || fail "The log has an error."
left=$(others)
[[ -z "$left" ]] || fail "Processes are left: $left"
[[ -s data/archive.mv.db ]] || fail "The data were lost."
tail -n 1 "$log"
