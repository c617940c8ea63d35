package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.fusemount.conformance.shell.OtherUsers.as;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several users of one mount, one of whom opens as much as possible.
 */
@EnabledIfFuse
@Timeout(600)
class GreedyUserTests {

	/** Opens files until it is refused, and holds them open until it is told to end. */
	private static final String HOLD = """
			ulimit -n 200
			for i in $(seq 100); do
				exec {fd}> "greedy$i" || break
				echo $i >&$fd
			done 2> "$1/refusal"
			echo $((i - 1)) > "$1/count.new" && mv "$1/count.new" "$1/count"
			read -r line < "$1/end"
			""";

	@AutoClose
	private final Workspace workspace = new Workspace();

	private final Shell shell = Shell.in(Path.of("/"));

	@BeforeEach
	void requireRoot() {
		OtherUsers.assume();
	}

	@Test
	void stopsHimselfWhileOthersGoOn() throws IOException {
		this.shell.check("chmod a+rwx " + Shell.quote(this.workspace.directory()) + " && mkfifo -m 666 "
				+ Shell.quote(this.workspace.resolve("end")));
		try (ChildProgram service = this.workspace.start(this.workspace.h2Url(), "--fusemount.allow-other=true",
				"--fusemount.umask=000", "--fusemount.handles.max-per-user=40", "--fusemount.new-files.max=1000")) {
			Path script = Files.writeString(this.workspace.resolve("hold"), HOLD);
			this.shell.check("cd " + Shell.quote(this.workspace.files()) + " && "
					+ as(65531, "bash " + script + " " + Shell.quote(this.workspace.directory()))
					+ " > /dev/null 2>&1 < /dev/null &");
			Patience.await(() -> Files.exists(this.workspace.resolve("count")));
			assertThat(this.workspace.resolve("count")).hasContent("40");
			assertThat(this.workspace.resolve("refusal")).content().contains("Too many open files");
			Shell others = Shell.in(this.workspace.files());
			others.check(as(65532, "seq 1000 > theirs && cp theirs copy && mv copy moved && cmp theirs moved"));
			others.check("cp theirs of-root && ls -l && rm moved");
			assertThat(service.output()).contains("create /files/greedy41: EMFILE (User 65531 has 40 open files");
			this.shell.check("echo > " + Shell.quote(this.workspace.resolve("end")));
			this.workspace.awaitAllClosed();
			others.check(as(65531, "for i in $(seq 100); do echo $i > \"greedy$i\"; done"));
			assertThat(others.check("cat $(seq -f greedy%.0f 100)")).isEqualTo(others.check("seq 100"));
		}
	}

}
