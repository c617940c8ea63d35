package io.fusemount.sample.takeover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample application as a process that nothing holds a mount for, beside others of
 * its kind.
 */
final class RunningArchive implements AutoCloseable {

	private static final Pattern TAKEN = Pattern
		.compile("Took 'default' over from process (\\d+): programs have waited for ([0-9.]+) s");

	private final Path log;

	private final Process process;

	private RunningArchive(Path log, Process process) {
		this.log = log;
		this.process = process;
	}

	/**
	 * Starts an archive without waiting for it.
	 * @param directory the place of the mount point and the data, which all have in
	 * common
	 * @param name distinguishes its log
	 * @param settings what differs from the defaults, as on the command line
	 */
	static RunningArchive launch(Path directory, String name, String... settings) throws IOException {
		Path log = directory.resolve(name + ".log");
		List<String> all = new ArrayList<>(List.of("--fusemount.takeover=always"));
		all.addAll(List.of(settings));
		ProcessBuilder builder = ArchiveProcess.prepare(directory, log, List.of(), all);
		builder.environment().remove("NOTIFY_SOCKET");
		return new RunningArchive(log, builder.start());
	}

	/** Waits until its log has a text. */
	RunningArchive awaits(String text) {
		Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(20)).until(() -> {
			boolean there = log().contains(text);
			assertThat(there || this.process.isAlive()).as(this::log).isTrue();
			return there;
		});
		return this;
	}

	String log() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	long pid() {
		return this.process.pid();
	}

	/** Returns how long programs have waited for this process, in seconds. */
	double waited() {
		Matcher taken = TAKEN.matcher(log());
		assertThat(taken.find()).as(this::log).isTrue();
		return Double.parseDouble(taken.group(2));
	}

	/** Waits for the end of the process, and returns its status. */
	int ends() throws InterruptedException {
		assertThat(this.process.waitFor(1, TimeUnit.MINUTES)).as(this::log).isTrue();
		return this.process.exitValue();
	}

	/** Sends SIGTERM, and waits for the end. */
	void stop() throws InterruptedException {
		this.process.destroy();
		ends();
	}

	/** Sends SIGKILL, and waits for the end. */
	void kill() throws InterruptedException {
		this.process.destroyForcibly();
		ends();
	}

	@Override
	public void close() {
		this.process.destroy();
		this.process.onExit().orTimeout(1, TimeUnit.MINUTES).join();
	}

}
