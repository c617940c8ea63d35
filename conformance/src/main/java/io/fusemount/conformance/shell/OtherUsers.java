package io.fusemount.conformance.shell;

import java.nio.file.Path;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Other users of this machine, as whom root runs command lines by {@code setpriv(1)}.
 */
public final class OtherUsers {

	private static final Shell SHELL = Shell.in(Path.of("/"));

	private OtherUsers() {
	}

	/**
	 * Skips the test if this process cannot run command lines as other users.
	 */
	public static void assume() {
		assumeTrue(Shell.has("setpriv") && SHELL.check("id -u").strip().equals("0"),
				"Only root can become another user, by setpriv");
	}

	/**
	 * Skips the test if this process cannot run command lines as other users, and lets
	 * these users enter and list a directory.
	 */
	public static void assumeIn(Path directory) {
		assume();
		SHELL.check("chmod a+rx " + Shell.quote(directory));
	}

	/**
	 * Returns a command line that runs another one as a user, in no group but the user's
	 * own.
	 * @param user the name, or the id of a user whom the machine need not know and whose
	 * group has the same id
	 * @param line a command line of {@code sh}
	 */
	public static String as(String user, String line) {
		return "setpriv --reuid=" + user + " --regid=$(id -g " + user + " 2> /dev/null || echo " + user
				+ ") --clear-groups sh -c " + Shell.quote(line);
	}

	/**
	 * Returns a command line that runs another one as a user with this id, in no group
	 * but the user's own.
	 * @param line a command line of {@code sh}
	 */
	public static String as(int user, String line) {
		return as(Integer.toString(user), line);
	}

}
