# Shared by the commands in bin/: finds or installs what they need. Sourced, never run.
# shellcheck shell=bash

# Names with umlauts are ordinary here; the C locale of a bare machine knows only ASCII.
if [[ "$(locale charmap 2>/dev/null || true)" != UTF-8 ]]; then
	export LC_ALL=C.UTF-8
fi

readonly MINIMUM_JAVA=17

say() {
	printf '%s\n' "$*" >&2
}

fail() {
	say "$@"
	exit 1
}

# Prints the feature release of a Java installation that has a compiler, or nothing.
java_release() {
	[[ -x "$1/bin/javac" && -x "$1/bin/java" ]] || return 0
	"$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p'
}

# Exports the JAVA_HOME of a JDK that is new enough, if there is one.
find_java() {
	local candidate release on_path=
	if command -v javac >/dev/null; then
		on_path=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
	fi
	for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/*; do
		release=$(java_release "$candidate")
		if [[ -n "$release" && "$release" -ge "$MINIMUM_JAVA" ]]; then
			export JAVA_HOME=$candidate
			return 0
		fi
	done
	return 1
}

# Prints the Maven to use: the system's if it is new enough, otherwise the wrapper.
find_maven() {
	local version
	if command -v mvn >/dev/null; then
		version=$(mvn -v 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p')
		if [[ "$(printf '%s\n' 3.8 "$version" | sort -V | head -n 1)" == 3.8 ]]; then
			echo mvn
			return
		fi
	fi
	echo "$1/mvnw"
}

# Copies the working tree, including changes and new files, but without the output of a build.
copy_working_tree() {
	(cd "$1" && git ls-files -z --cached --others --exclude-standard |
		tar -c --null --ignore-failed-read --no-recursion -T - 2>/dev/null) | tar -x -C "$2"
}

have_libfuse() {
	[[ -n "$(/sbin/ldconfig -p 2>/dev/null | grep 'libfuse\.so\.2' || true)" ]] ||
		compgen -G '/lib/*/libfuse.so.2*' >/dev/null || compgen -G '/usr/lib*/libfuse.so.2*' >/dev/null
}

# Prints the first of several packages that this release of the distribution has, the last where nobody has asked for its
# list yet. Reads all that apt-cache says, in English: it must not end by SIGPIPE, which would count as "no such package"
# under pipefail.
first_available() {
	local package candidate
	for package in "$@"; do
		candidate=$(LC_ALL=C apt-cache policy "$package" 2>/dev/null | sed -n 's/^ *Candidate: *//p')
		if [[ -n "$candidate" && "$candidate" != "(none)" ]]; then
			echo "$package"
			return
		fi
	done
	echo "${!#}"
}

# Whether this machine has a command, or libfuse.so.2, the library.
have() {
	if [[ "$1" == libfuse.so.2 ]]; then
		have_libfuse
	else
		command -v "$1" >/dev/null || [[ -x "/usr/sbin/$1" ]]
	fi
}

# Fills the array "missing" with missing requirements of a build and a mount. Each further argument is
# command=package for another required command, or for the library.
list_missing() {
	missing=()
	find_java || missing+=(jdk)
	command -v fusermount >/dev/null || command -v fusermount3 >/dev/null || missing+=(fuse3)
	if ! command -v mvn >/dev/null && ! command -v curl >/dev/null && ! command -v wget >/dev/null; then
		missing+=(curl ca-certificates)
	fi
	local tool
	for tool in "$@"; do
		have "${tool%%=*}" || missing+=("${tool#*=}")
	done
}

has_systemd() {
	[[ -d /run/systemd/system ]]
}

# Installs packages with the array "as_root". Of Prometheus its programs are wanted, not its service, which is masked
# meanwhile: in a shell of its own, whose end takes the mask away, however it ends.
install_packages() (
	if [[ " $* " == *" prometheus "* ]] && has_systemd; then
		trap '"${as_root[@]}" systemctl unmask --runtime prometheus.service || true' EXIT
		trap 'exit 1' INT TERM HUP
		"${as_root[@]}" systemctl mask --runtime prometheus.service || true
	fi
	"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" || exit
	if [[ " $* " == *" prometheus "* ]] && has_systemd; then
		"${as_root[@]}" systemctl disable prometheus.service || true
	fi
)

# Installs missing requirements, or prints what to install and ends the script.
install_missing() {
	local missing package
	list_missing "$@"
	if [[ ${#missing[@]} -eq 0 ]]; then
		return
	fi
	local as_root=()
	if [[ $EUID -ne 0 ]]; then
		as_root=(sudo -n)
	fi
	if ! command -v apt-get >/dev/null; then
		fail "This machine lacks: ${missing[*]}." \
			"Install a JDK $MINIMUM_JAVA or newer, fusermount (fuse3 or fuse) and whatever else is named above, then start again."
	fi
	if [[ $EUID -ne 0 ]] && ! sudo -n true 2>/dev/null; then
		local names=${missing[*]}
		names=${names/jdk/$(first_available "openjdk-$MINIMUM_JAVA-jdk-headless" default-jdk-headless)}
		names=${names/libfuse2/$(first_available libfuse2t64 libfuse2)}
		fail "Required packages are missing, and this user may not install them. Install them with:
  sudo apt-get update && sudo apt-get install $names"
	fi
	say "Installing ${missing[*]} ..."
	local log
	log=$(mktemp)
	"${as_root[@]}" apt-get update >"$log" 2>&1 || true
	local packages=()
	for package in "${missing[@]}"; do
		case $package in
			jdk) packages+=("$(first_available "openjdk-$MINIMUM_JAVA-jdk-headless" default-jdk-headless)") ;;
			libfuse2) packages+=("$(first_available libfuse2t64 libfuse2)") ;;
			*) packages+=("$package") ;;
		esac
	done
	if ! install_packages "${packages[@]}" >>"$log" 2>&1 </dev/null; then
		tail -n 20 "$log" >&2
		rm -f "$log"
		fail "The packages could not be installed: ${packages[*]}"
	fi
	rm -f "$log"
	hash -r
	find_java || fail "No JDK $MINIMUM_JAVA or newer was found after the installation."
}

# Installs the file system exerciser, which no distribution packages, if this machine has a Rust compiler.
install_fsx() {
	export PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
	if command -v fsx >/dev/null; then
		return
	fi
	if ! command -v cargo >/dev/null; then
		say "Tests with fsx are skipped: it is installed by 'cargo install fsx', and there is no cargo here."
		return
	fi
	say "Installing fsx ..."
	local log
	log=$(mktemp)
	if ! timeout 600 cargo install --locked fsx@0.3.2 >"$log" 2>&1 </dev/null; then
		tail -n 5 "$log" >&2
		say "Tests with fsx are skipped: it could not be installed."
	fi
	rm -f "$log"
	hash -r
}

# Installs optional requirements of tests, or reports which tests run without them.
install_wanted() {
	local wanted=() tool
	for tool in "$@"; do
		have "${tool%%=*}" || wanted+=("$tool")
	done
	if [[ ${#wanted[@]} -eq 0 ]]; then
		return
	fi
	# In a shell of its own: a package that is not available must not end the script.
	if command -v apt-get >/dev/null && { [[ $EUID -eq 0 ]] || sudo -n true 2>/dev/null; }; then
		(install_missing "${wanted[@]}") && return
	fi
	say "Tests of programs that are not installed are skipped: ${wanted[*]%%=*}."
}

# Prints the reason why nothing can be mounted here, or nothing.
fuse_problem() {
	if [[ ! -e /dev/fuse && $EUID -eq 0 ]] && command -v modprobe >/dev/null; then
		modprobe fuse 2>/dev/null || true
	fi
	if [[ ! -e /dev/fuse ]]; then
		echo "There is no /dev/fuse. On a machine: 'modprobe fuse' as root." \
			"In a container: start it with '--device /dev/fuse --cap-add SYS_ADMIN'."
	elif ! (: <>/dev/fuse) 2>/dev/null; then
		echo "/dev/fuse cannot be opened by $(id -un). Give this user read and write access to it;" \
			"in a container, start it with '--device /dev/fuse --cap-add SYS_ADMIN'."
	fi
}
