package io.fusemount.autoconfigure.statements;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.autoconfigure.mounted.Launch;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountActions;
import io.fusemount.core.mount.MountRegistry;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.awaitility.Awaitility;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * An application whose statements are counted while programs use its files. Cached data
 * stays valid: the duration of a program must not change the number of statements.
 */
final class CountedApplication implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofMinutes(1);

	private final ConfigurableApplicationContext application;

	private final Mount mount;

	private final MountActions actions;

	private final Path files;

	/**
	 * Starts the application on an empty database.
	 * @param directory for the mount point, the spool and {@code local}
	 * @param files the mounted directory that programs are in
	 */
	CountedApplication(Class<?> application, String jdbcUrl, Path directory, Path files) throws IOException {
		Files.createDirectory(directory.resolve("local"));
		this.application = Launch.start(application, jdbcUrl, directory, "--fusemount.cache.time-to-live=1h",
				"--spring.jpa.properties.hibernate.session_factory.statement_inspector="
						+ SentStatements.class.getName());
		this.mount = Objects.requireNonNull(this.application.getBean(MountRegistry.class).find("default"));
		this.actions = new MountActions(this.mount);
		this.files = files;
	}

	private VirtualFileSystem fileSystem() {
		return Objects.requireNonNull(this.mount.fileSystem());
	}

	/** Forgets all that is known and kept, as does the kernel. */
	void forget() {
		awaitClosed();
		this.actions.invalidate(null);
		this.actions.unmount(LIMIT);
		this.actions.mount();
	}

	/**
	 * Runs a line of shell, and returns the statements that it costs.
	 */
	List<String> count(String line) {
		awaitClosed();
		SentStatements.clear();
		Shell.in(this.files).check(line);
		awaitClosed();
		return SentStatements.all();
	}

	/** The kernel says that a file is closed after {@code close} has returned. */
	private void awaitClosed() {
		Awaitility.await()
			.atMost(LIMIT)
			.pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> fileSystem().supervision().openHandles() == 0);
	}

	@Override
	public void close() {
		this.application.close();
	}

}
