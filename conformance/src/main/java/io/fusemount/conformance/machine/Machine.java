package io.fusemount.conformance.machine;

import java.nio.file.Path;
import java.util.List;

import io.fusemount.conformance.shell.Shell;

/**
 * This machine as seen by one program: something is missing or different, in a mount
 * namespace of the program's own. No other process is affected, and nothing has to be
 * restored when the program has ended.
 */
public final class Machine {

	/**
	 * Removes files that match a pattern from directories: each directory is replaced by
	 * one in memory with links to all other files.
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
	 * Creates a machine that equals this one.
	 * @param workspace a directory in which directories can be created
	 */
	public Machine(Path workspace) {
		this.scratch = workspace.resolve("machine");
		String quoted = Shell.quote(this.scratch);
		line("mkdir -p " + quoted + "; mount -t tmpfs -o mode=755 machine " + quoted + "; scratch=" + quoted);
	}

	/**
	 * Removes files.
	 * @param pattern a shell pattern for their names
	 * @param directories shell patterns for the directories that may contain them
	 */
	public Machine without(String pattern, String... directories) {
		return line("without " + Shell.quote(pattern) + " " + String.join(" ", directories));
	}

	/**
	 * Restores the removed files, as if they were installed now.
	 * @param pid the process that runs on the machine
	 */
	public void install(long pid) {
		String restore = "while read -r directory; do umount -l \"$directory\"; done <"
				+ Shell.quote(this.scratch.resolve("without"));
		Shell.in(Path.of("/")).check("nsenter -t " + pid + " -m sh -c " + Shell.quote(restore));
	}

	/**
	 * Gives the program a root that no line of the mount table names, as in a chroot. All
	 * other directories of the machine are present.
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
	 * Runs the program as another user, with permission to read everything and write
	 * nothing.
	 */
	public Machine asUser(String user) {
		this.launcher = "setpriv --reuid=" + user + " --regid=$(id -g " + user
				+ ") --clear-groups --inh-caps=-all,+dac_read_search --ambient-caps=-all,+dac_read_search ";
		return this;
	}

	/**
	 * Starts the program by another one, after all preparations so far.
	 * @param command the other program and its arguments
	 */
	public Machine launchedBy(String command) {
		this.launcher += command + " ";
		return this;
	}

	/**
	 * Adds a line of shell to the preparation of the machine.
	 */
	public Machine line(String line) {
		this.script.append(line).append('\n');
		return this;
	}

	/**
	 * Returns the beginning of a command line, which runs the command that follows it on
	 * the machine, in a process of the same id.
	 */
	public List<String> command() {
		return List.of("unshare", "-m", "sh", "-c", this.script + "exec " + this.launcher + "\"$@\"", "sh");
	}

}
