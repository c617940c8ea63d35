package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.fusemount.autoconfigure.mounted.MountedApplication;
import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The clock of the machine, as the application sees it, is set while it runs.
 * {@code -Dfusemount.crash.clock=true} tests that.
 */
@EnabledIfFuse
@Timeout(1200)
class ClockTests {

	private static final Duration YEAR = Duration.ofDays(365);

	@AutoClose
	private final Workspace workspace = new Workspace();

	private String library = "";

	@BeforeEach
	void findLibrary() throws IOException {
		assumeTrue(Boolean.getBoolean("fusemount.crash.clock"),
				"A JVM takes a minute to start with libfaketime: -Dfusemount.crash.clock=true");
		try (Stream<Path> libraries = Files.find(Path.of("/usr/lib"), 3,
				(path, attributes) -> path.endsWith("faketime/libfaketime.so.1"))) {
			Optional<Path> found = libraries.findFirst();
			assumeTrue(found.isPresent(), "The library 'libfaketime' is not installed");
			this.library = found.get().toString();
		}
	}

	@Test
	@Semantics("Whatever the clock is set to, content that could not be stored is kept for a day at least.")
	void whatIsKeptAndWhatIsCachedSurviveAClockThatIsSet() throws IOException {
		Path kept = this.workspace.files().resolve("kept.txt");
		set(Duration.ZERO);
		ChildProgram killed = start();
		FileChannel dirty = FileChannel.open(kept, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
		dirty.write(ByteBuffer.wrap("the only copy".getBytes()));
		killed.kill();
		try (ChildProgram service = start()) {
			assertThat(unsaved()).isEqualTo("the only copy");
			Path old = Files.writeString(this.workspace.files().resolve("old.txt"), "old");
			set(YEAR);
			change("next-year.txt", YEAR);
			assertThat(unsaved()).isEqualTo("the only copy");
			assertThat(old).hasContent("old");
			set(YEAR.negated());
			change("last-year.txt", YEAR.negated());
			change("old.txt", YEAR.negated());
			assertThat(unsaved()).isEqualTo("the only copy");
			set(YEAR);
			change("next-year.txt", YEAR);
			assertThat(unsaved()).isEqualTo("the only copy");
			service.send("health?");
			assertThat(service.await("Health: ")).startsWith("OUT_OF_SERVICE 1 files could not be stored");
		}
		// As a machine that starts with a wrong clock.
		try (ChildProgram service = start()) {
			assertThat(unsaved()).isEqualTo("the only copy");
			assertThat(this.workspace.files().resolve("last-year.txt")).hasContent("last-year.txt");
			assertThat(service.output()).doesNotContain("deleted");
		}
	}

	private ChildProgram start() {
		// The monotonic clock of a machine and the times of its files cannot be set.
		return MountedApplication.startChild(
				List.of("env", "LD_PRELOAD=" + this.library,
						"FAKETIME_TIMESTAMP_FILE=" + this.workspace.resolve("clock"), "FAKETIME_CACHE_DURATION=1",
						"FAKETIME_DONT_FAKE_MONOTONIC=1", "NO_FAKE_STAT=1"),
				this.workspace.h2Url(), this.workspace.directory());
	}

	private void set(Duration ahead) throws IOException {
		Path next = Files.writeString(this.workspace.resolve("clock.new"), "%+ds\n".formatted(ahead.toSeconds()));
		Files.move(next, this.workspace.resolve("clock"), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
	}

	/** Stores a file until it has the time that the application is to see by now. */
	private void change(String name, Duration ahead) {
		Path file = this.workspace.files().resolve(name);
		Patience.await(() -> {
			Files.writeString(file, name);
			assertThat(file).hasContent(name);
			Duration difference = Duration.between(Instant.now().plus(ahead),
					Files.getLastModifiedTime(file).toInstant());
			return difference.abs().compareTo(Duration.ofMinutes(10)) < 0;
		});
	}

	/** Lists and reads the kept copies; listing also removes those that are too old. */
	private String unsaved() {
		return Shell.in(this.workspace.mountPoint()).check("ls .fusemount/unsaved >&2; cat .fusemount/unsaved/*");
	}

}
