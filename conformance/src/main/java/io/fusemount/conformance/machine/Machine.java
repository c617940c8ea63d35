package io.fusemount.conformance.machine;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.shell.Shell;

/**
 * This machine as one program sees it: something is missing or different, in a mount
 * namespace that is the program's own. Nobody else notices, and nothing has to be put
 * back when the program has ended.
 */
public final class Machine {

	/**
	 * Removes files that match a pattern from directories: a directory in memory with
	 * links to all others takes the place of each.
	 */
	private static final String FUNCTIONS = """
			set -e
			without() {
				pattern=$1
				shift
				for directory in "$@"; do
					directory=$(readlink -f "$directory")
					set -- "$directory"/$pattern
					[ -e "$1" ] || continue
					count=$((${count:-0} + 1))
					mkdir "$scratch/$count.kept" "$scratch/$count.seen"
					mount --bind "$directory" "$scratch/$count.kept"
					ln -s "$scratch/$count.kept"/* "$scratch/$count.seen"
					rm "$scratch/$count.seen"/$pattern
					mount --bind "$scratch/$count.seen" "$directory"
					echo "$directory" >>"$scratch/without"
				done
			}
			""";

	private final Path scratch;

	private final StringBuilder script = new StringBuilder(FUNCTIONS);

	private String launcher = "";

	/**
	 * Creates a machine that is as this one.
	 * @param workspace where directories can be made
	 */
	public Machine(Path workspace) {
		this.scratch = workspace.resolve("machine");
		String quoted = Shell.quote(this.scratch);
		line("mkdir -p " + quoted + "; mount -t tmpfs -o mode=755 machine " + quoted + "; scratch=" + quoted);
	}

	/**
	 * Takes files away.
	 * @param pattern what their names are, as a pattern of the shell
	 * @param directories where they may be, as patterns of the shell
	 */
	public Machine without(String pattern, String... directories) {
		return line("without " + Shell.quote(pattern) + " " + String.join(" ", directories));
	}

	/**
	 * Gives back what was taken away, as if it were installed now.
	 * @param pid the process that runs on the machine
	 */
	public void install(long pid) {
		String restore = "while read -r directory; do umount -l \"$directory\"; done <"
				+ Shell.quote(this.scratch.resolve("without"));
		Shell.in(Path.of("/")).check("nsenter -t " + pid + " -m sh -c " + Shell.quote(restore));
	}

	/**
	 * Gives the program a root that no line of the mount table names, as in a chroot. All
	 * other directories of the machine are there.
	 * @param root a directory that becomes the root
	 */
	public Machine withRoot(Path root) {
		line("root=" + Shell.quote(root));
		line("""
				for entry in /*; do
					if [ -L "$entry" ]; then
						cp -P "$entry" "$root"
					elif [ -d "$entry" ]; then
						mkdir -p "$root$entry"
						mount --rbind "$entry" "$root$entry"
					fi
				done""");
		this.launcher = "chroot " + Shell.quote(root) + " ";
		return this;
	}

	/**
	 * Runs the program as another user, who may read everything and write nothing.
	 */
	public Machine asUser(String user) {
		this.launcher = "setpriv --reuid=" + user + " --regid=$(id -g " + user
				+ ") --clear-groups --inh-caps=-all,+dac_read_search --ambient-caps=-all,+dac_read_search ";
		return this;
	}

	/**
	 * Lets another program start the program, after all that was said before.
	 * @param command the other one and its arguments
	 */
	public Machine launchedBy(String command) {
		this.launcher += command + " ";
		return this;
	}

	/**
	 * Prepares the machine by a line of the shell.
	 */
	public Machine line(String line) {
		this.script.append(line).append('\n');
		return this;
	}

	/**
	 * Returns the words of a command that runs the one which follows them on the machine,
	 * in a process of the same id.
	 */
	public List<String> command() {
		return List.of("unshare", "-m", "sh", "-c", this.script + "exec " + this.launcher + "\"$@\"", "sh");
	}

}
