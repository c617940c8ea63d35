package io.fusemount.conformance.posix;

import io.fusemount.conformance.directory.DirectoryKit;
import io.fusemount.conformance.semantics.Semantics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contract: locks between processes. A process that holds a lock creates a file outside
 * of the directory, and ends when that file is deleted.
 */
abstract class PosixLocksKit extends DirectoryKit {

	/**
	 * {@code struct flock} of 64-bit Linux, and a program that locks; a length of 0 means
	 * the whole file.
	 */
	private static final String PYTHON = "import fcntl, os, struct, sys, time\n"
			+ "kind, start, role = sys.argv[1], int(sys.argv[2]), sys.argv[3]\n"
			+ "file = os.open('lock', os.O_RDWR | os.O_CREAT)\n"
			+ "lock = struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, start, 10, 0)\n"
			+ "if kind == 'flock': fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)\n"
			+ "elif kind == 'lockf': os.lseek(file, start, 0); os.lockf(file, os.F_TLOCK, 10)\n"
			+ "elif kind == 'ofd': fcntl.fcntl(file, 37, lock)\n" + "else: fcntl.fcntl(file, fcntl.F_SETLK, lock)\n"
			+ "if role == 'hold':\n" + "    open(sys.argv[4], 'w').close()\n"
			+ "    while os.path.exists(sys.argv[4]): time.sleep(0.01)\n";

	/**
	 * Shell functions around the program: a holder in the background, and attempts to
	 * lock.
	 */
	private static final String LOCKING = "program=$(mktemp); held=$(mktemp -u); cat > $program <<'END'\n" + PYTHON
			+ "END\n" + "hold() { python3 $program $1 0 hold $held & holder=$!;"
			+ " until test -e $held; do kill -0 $holder || exit 9; done; }\n"
			+ "try() { python3 $program $1 ${2:-0} try 2> /dev/null; }\n"
			+ "end() { status=$?; rm -f $program $held; exit $status; }\n" + "trap end EXIT\n";

	@BeforeEach
	void pythonIsInstalled() {
		assumeInstalled("python3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "flock", "fcntl", "lockf", "ofd" })
	@Semantics("`flock` and `fcntl` locks hold between the processes of one host, and end with the process that holds them.")
	void lockIsHeldByOneProcessUntilItEnds(String kind) {
		sh(LOCKING + "hold " + kind + "; ! try " + kind + " || exit 1; rm $held; wait $holder && try " + kind);
	}

	@ParameterizedTest
	@ValueSource(strings = { "flock", "fcntl" })
	void lockOfAKilledProcessIsFree(String kind) {
		sh(LOCKING + "hold " + kind + "; ! try " + kind + " || exit 1; kill -9 $holder; wait $holder; try " + kind);
	}

	@ParameterizedTest
	@ValueSource(strings = { "fcntl", "ofd" })
	void rangesAreLockedOneByOne(String kind) {
		sh(LOCKING + "hold " + kind + "; ! try " + kind + " 9 || exit 1; try " + kind + " 10; status=$?; rm $held;"
				+ " wait $holder; exit $status");
	}

	@Test
	void lockFollowsARenamedFile() {
		sh(LOCKING + ": > lock; hold fcntl; mv lock other; try fcntl || exit 1; mv -f other lock;"
				+ " ! try fcntl; status=$?; rm $held; wait $holder; exit $status");
	}

}
