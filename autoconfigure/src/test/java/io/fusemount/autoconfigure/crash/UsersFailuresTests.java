package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.OtherUsers;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static io.fusemount.conformance.shell.OtherUsers.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Two users of one mount, each of whom reads only their own failures: neither the
 * kernel's pages nor an open file mix them up.
 */
@EnabledIfFuse
@Timeout(300)
class UsersFailuresTests {

	@AutoClose
	private final Workspace workspace = new Workspace();

	@BeforeEach
	void requireRoot() {
		OtherUsers.assumeIn(this.workspace.directory());
	}

	@Test
	void readTheirOwnAndRootReadsAll() {
		try (ChildProgram service = this.workspace.start(this.workspace.h2Url(), "--fusemount.allow-other=true",
				"--fusemount.umask=000", "--fusemount.max-file-size=1MB")) {
			Shell files = Shell.in(this.workspace.files());
			files.run(as(65531, "truncate -s 2M hers"));
			files.run(as(65532, "truncate -s 2M his"));
			String hers = as(65531, "cat ../.fusemount/errors");
			String his = as(65532, "cat ../.fusemount/errors");
			// One has it open while the other reads.
			String slowly = as(65531, "exec 4< ../.fusemount/errors; sleep 2; cat <&4; cat ../.fusemount/errors");
			String both = files.check(slowly + " & sleep 1; " + his + "; wait");
			assertThat(both.lines().filter((line) -> line.contains("/hers"))).hasSize(2);
			assertThat(both.lines().filter((line) -> line.contains("/his"))).hasSize(1);
			assertThat(files.check(hers)).contains("/files/hers").hasLineCount(1);
			assertThat(files.check(his)).contains("/files/his").hasLineCount(1);
			assertThat(files.check("cat ../.fusemount/errors")).contains("/files/hers", "/files/his");
			assertThat(service.output()).contains("EFBIG");
		}
	}

	@Test
	@Semantics("The reason in `status` counts unsaved files for root and the owner of all files only.")
	void readInTheStatusWhyItIsOutOfServiceAndNotHowMuchOfOthersIsUnsaved() throws IOException {
		try (ChildProgram service = this.workspace.start(this.workspace.h2Url(), "--fusemount.allow-other=true")) {
			Path hers = Files.createDirectories(this.workspace.spool().resolve("unsaved/65531"));
			for (int i = 1; i <= 17; i++) {
				Files.writeString(hers.resolve("20260101T120000.123Z-" + i + "-a.txt"), "text");
			}
			Shell files = Shell.in(this.workspace.files());
			String reason = "OUT_OF_SERVICE\nreason: Files that could not be stored have been kept for a long time: ";
			assertThat(files.check(as(65532, "cat ../.fusemount/status"))).startsWith(reason)
				.contains("\nunsaved: none\n")
				.doesNotContain("17 ");
			assertThat(files.check(as(65531, "cat ../.fusemount/status"))).startsWith(reason)
				.contains("\nunsaved: 17 files, ");
			assertThat(files.check("cat ../.fusemount/status"))
				.startsWith("OUT_OF_SERVICE\nreason: 17 files could not be stored, the oldest at 2026-01-01T12:00:00Z");
			service.send("health?");
			assertThat(service.await("Health: ")).startsWith("OUT_OF_SERVICE 17 files could not be stored");
		}
	}

	/**
	 * With an earlier descriptor, a user must not reach the file that another user has
	 * open in the meantime.
	 */
	@Test
	void doNotReadThoseOfOthersByAnEarlierDescriptor() throws Exception {
		assumeTrue(Shell.has("perl"), "The program 'perl' is not installed");
		try (ChildProgram service = this.workspace.start(this.workspace.h2Url(), "--fusemount.allow-other=true",
				"--fusemount.umask=000", "--fusemount.max-file-size=1MB")) {
			Shell files = Shell.in(this.workspace.files());
			files.run(as(65531, "truncate -s 2M hers"));
			// 010000000 is O_PATH.
			String script = "$|=1; sysopen(F,'../.fusemount/errors',010000000) or die; print \"found\\n\"; <STDIN>; "
					+ "if (open(G,'<','/proc/self/fd/'.fileno(F))) {print <G>} else {print \"$!\\n\"}";
			Process process = new ProcessBuilder("sh", "-c", as(65532, "exec perl -e " + Shell.quote(script)))
				.directory(this.workspace.files().toFile())
				.redirectErrorStream(true)
				.start();
			assertThat(process.inputReader().readLine()).isEqualTo("found");
			try (InputStream others = Files
				.newInputStream(this.workspace.files().resolveSibling(".fusemount/errors"))) {
				assertThat(new String(others.readAllBytes(), StandardCharsets.UTF_8)).contains("/files/hers");
				process.getOutputStream().write('\n');
				process.getOutputStream().close();
				assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
				assertThat(process.inputReader().lines()).noneMatch((line) -> line.contains("hers"));
			}
			assertThat(service.output()).contains("EFBIG");
		}
	}

}
