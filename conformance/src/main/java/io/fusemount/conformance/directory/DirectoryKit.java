package io.fusemount.conformance.directory;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The common base of kits that work in a directory: a shell in it, and an empty directory
 * before and after each test.
 */
@Timeout(600)
@ExtendWith(WhereKitWorks.class)
public abstract class DirectoryKit {

	/** Long enough for a loaded machine. */
	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private @Nullable TestedDirectory target;

	/**
	 * Returns the directory under test, that of the test in which the kit is nested.
	 */
	protected final TestedDirectory target() {
		return Objects.requireNonNull(this.target);
	}

	void worksIn(TestedDirectory directory) {
		this.target = directory;
	}

	@BeforeEach
	void directoryIsEmpty() {
		assertThat(names()).as("names in " + target().directory() + ": a kit refuses to touch files of others")
			.isEmpty();
	}

	@AfterEach
	void emptyDirectory() {
		// Not by *, which matches no names that start with a dot, and not by Java, which
		// may be unable to decode some names.
		shell().check("find . -mindepth 1 -delete");
	}

	/**
	 * Returns a shell in the directory.
	 */
	protected final Shell shell() {
		return Shell.in(target().directory());
	}

	/**
	 * Runs a command line in the directory, which must end with status 0.
	 * @return the output of the command line
	 */
	protected final String sh(String line) {
		return shell().check(line);
	}

	/**
	 * Runs a command line in the directory, which must fail.
	 * @param reason the text of {@code strerror} for the errno
	 */
	protected final void shFails(String line, String reason) {
		ShellResult result = shell().run(line);
		assertThat(result.isSuccess()).as(result.toString()).isFalse();
		assertThat(result.errors()).contains(reason);
	}

	/**
	 * Returns the path of a name in the directory.
	 */
	protected final Path path(String name) {
		return target().directory().resolve(name);
	}

	/**
	 * Returns the names in the directory, sorted.
	 */
	protected final List<String> names() {
		String names = shell().check("find . -mindepth 1 -print0");
		return names.isEmpty() ? List.of()
				: List.of(names.split("\0")).stream().map((name) -> name.substring(2)).sorted().toList();
	}

	/**
	 * Runs a command line in the directory until it ends with status 0, for effects that
	 * the kernel produces in its own time.
	 */
	protected final void shEventually(String line) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		ShellResult result = shell().run(line);
		while (!result.isSuccess() && System.nanoTime() < end) {
			result = shell().run(line);
		}
		result.requireSuccess();
	}

	/**
	 * Skips the test unless the programs are installed.
	 */
	protected final void assumeInstalled(String... programs) {
		for (String program : programs) {
			Assumptions.assumeTrue(Shell.has(program), () -> "The program '" + program + "' is not installed");
		}
	}

}
