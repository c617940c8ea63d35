# A server of MariaDB in the directory $1, on port $2, which takes statements of $3 bytes.
# It is killed by the line "kill" and started again by any other. The end of the input ends all; that of a JVM
# that was killed ends, too, and nobody reads these words any more.
trap '' INT HUP
PATH=$PATH:/usr/sbin:/usr/local/sbin
cd "$1" || exit
# A server that starts deletes the temporary tables that are in the directory for these.
chmod 711 . && mkdir data tmp && chmod 1777 tmp
# It refuses to run as root.
user=
if [ "$(id -u)" -eq 0 ]; then
	user=--user=nobody
	chown nobody data
fi

# What is committed survives the server, not the machine.
start() {
	mariadbd --no-defaults $user --datadir="$1/data" --socket="$1/data/socket" --pid-file="$1/data/pid" --tmpdir="$1/tmp" \
		--bind-address=127.0.0.1 --port="$2" --max-allowed-packet="$3" --innodb-log-file-size=32M \
		--innodb-flush-log-at-trx-commit=2 --character-set-server=utf8mb4 --skip-name-resolve 2>&1 &
	server=$!
}

end() {
	kill -KILL $server
	wait $server
	server=
}

if mariadb-install-db --no-defaults $user --datadir="$1/data" --tmpdir="$1/tmp" --skip-test-db \
		--auth-root-authentication-method=normal --innodb-log-file-size=32M 2>&1; then
	start "$@"
	while read -r command; do
		if [ "$command" = kill ]; then
			end
			echo 'The server is killed'
		else
			start "$@"
		fi
	done
	exec >/dev/null 2>&1
	[ -z "$server" ] || end
else
	echo '[ERROR] Aborting'
fi
cd / && rm -rf "$1"
