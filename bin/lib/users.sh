# The users of the demo, who are in its name table and not in /etc/passwd. Sourced by bin/demo.
# shellcheck shell=bash

readonly DEMO_USERS=("20001 mueller customer" "20002 schroeder customer" "20003 auditor auditor")

# Prints in words why nobody else can enter a mount at this place, or nothing.
users_problem() {
	local directory=$1
	if [[ $EUID -ne 0 ]] && ! grep -qsxE '\s*user_allow_other\s*' /etc/fuse.conf; then
		echo "they would need 'user_allow_other' in /etc/fuse.conf, or a demo that root starts"
		return
	fi
	if ! command -v setpriv >/dev/null; then
		echo "setpriv is not installed, by which root becomes another user"
		return
	fi
	while [[ "$directory" != / ]]; do
		directory=$(dirname -- "$directory")
		if [[ -d "$directory" && $((0$(stat -c %a -- "$directory") & 1)) -eq 0 ]]; then
			echo "$directory does not let them pass; FUSEMOUNT_MOUNT_POINT can be a place where all directories do"
			return
		fi
	done
}

# Prints the settings that let the users in: the modes let everybody write, and the application decides.
users_settings() {
	local user uid name
	printf '%s\n' --fusemount.allow-other=true --fusemount.umask=000 --fusemount.security.unknown-callers=refused
	for user in "${DEMO_USERS[@]}"; do
		read -r uid name _ <<<"$user"
		echo "--fusemount.security.accounts.$uid.name=$name"
	done
}

# Prints what to try as each of them.
#   $1 the data, $2 the mount point as a shell writes it, $3 the address in a browser, $4 the problem on the mount
tell_users() {
	local data=$1 at=$2 url=$3 problem=$4 become=setpriv user uid name role
	cat <<TEXT

Other users see the same archive, and less of it: a customer what belongs to that customer, and an auditor everything,
but changes nothing. In a private window, or by curl:

TEXT
	for user in "${DEMO_USERS[@]}"; do
		read -r uid name role <<<"$user"
		printf '  curl -su %s:%s %s/api/letters    # %s\n' "$name" "$(<"$data/password-$name")" "$url" "$role"
	done
	if [[ -n "$problem" ]]; then
		printf '\nOn the mount they cannot be tried here: %s.\n' "$problem"
		return
	fi
	[[ $EUID -eq 0 ]] || become='sudo setpriv'
	printf '\nOn the mount:\n\n'
	for user in "${DEMO_USERS[@]}"; do
		read -r uid name _ <<<"$user"
		printf '  %s --reuid=%d --regid=%d --clear-groups ls -R %s/customers    # %s\n' "$become" "$uid" "$uid" "$at" "$name"
	done
	cat <<TEXT
  $become --reuid=20001 --regid=20001 --clear-groups cp README.md $at/customers/Bäckerei\ Müller/correspondence/    # a letter of mueller
  $become --reuid=20003 --regid=20003 --clear-groups rm -f $at/customers/Bäckerei\ Müller/correspondence/README.md    # refused
TEXT
}
