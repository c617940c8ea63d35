package io.fusemount.sample.takeover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.fusemount.conformance.crash.KeptProcess;
import io.fusemount.conformance.shell.Shell;

/**
 * The sample application as a process of its own under {@code deploy/keep}, which holds
 * its mount while it restarts.
 */
final class KeptArchive implements AutoCloseable {

	private static final Pattern TAKEN = Pattern
		.compile("Took 'default' over from process \\d+(?: \\(crashed\\))?: programs have waited for ([0-9.]+) s");

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private final Path mountPoint;

	private final KeptProcess process;

	private int restarts;

	private KeptArchive(Path directory, String... settings) throws IOException {
		this.mountPoint = directory.resolve("mnt");
		Path log = directory.resolve("log");
		this.process = KeptProcess.start(
				ArchiveProcess.prepare(directory, log, List.of(KeptProcess.KEEP.toString()), List.of(settings)), log,
				Duration.ofMinutes(3));
	}

	/**
	 * Starts the archive, and waits until it is mounted.
	 * @param settings what differs from the defaults, as on the command line
	 */
	static KeptArchive start(Path directory, String... settings) throws IOException {
		KeptArchive archive = new KeptArchive(directory, settings);
		archive.process.await(() -> archive.process.log().contains("Mounted 'default'"));
		return archive;
	}

	/** Returns what the application has complained of. */
	String complaints() {
		return this.process.complaints();
	}

	Path mountPoint() {
		return this.mountPoint;
	}

	/** A shell in the mount. */
	Shell shell() {
		return Shell.in(this.mountPoint);
	}

	/**
	 * Returns what the archive holds for the kernel: how many descriptors of devices and
	 * of lasting memory there are in the holder and in the application.
	 */
	String held() {
		return "holder: %d, application: %d".formatted(held(this.process.keeper()), held(this.process.application()));
	}

	private static long held(ProcessHandle process) {
		try (Stream<Path> descriptors = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
			return descriptors.filter(KeptArchive::isHeld).count();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean isHeld(Path descriptor) {
		try {
			String target = Files.readSymbolicLink(descriptor).toString();
			return target.equals("/dev/fuse") || target.startsWith("/memfd:fusemount");
		}
		catch (IOException ex) {
			// It was closed meanwhile.
			return false;
		}
	}

	/** Returns the value of a meter. */
	double meter(String name) {
		Matcher port = PORT.matcher(this.process.log());
		String url = port.results().map((result) -> result.group(1)).reduce((first, last) -> last).orElseThrow();
		String meters = Shell.in(this.mountPoint.resolveSibling("data"))
			.check("curl -sfu archive:$(cat password) http://localhost:%s/actuator/prometheus".formatted(url));
		return meters.lines()
			.filter((line) -> line.startsWith(name + "{"))
			.mapToDouble((line) -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
			.findFirst()
			.orElseThrow();
	}

	/** Restarts the application without waiting for it. */
	void beginRestart() throws IOException {
		this.restarts++;
		this.process.restart();
	}

	/**
	 * Waits until programs are served again.
	 * @return how long they have waited, in seconds
	 */
	double awaitTakeover() {
		this.process.await(() -> waited().size() >= this.restarts);
		return waited().get(this.restarts - 1);
	}

	/** Kills the application, which is started again, without waiting for it. */
	void beginKill() {
		this.restarts++;
		this.process.application().destroyForcibly();
	}

	/** Kills the application, and waits until programs are served again. */
	double kill() {
		beginKill();
		return awaitTakeover();
	}

	/** Restarts the application, and waits until programs are served again. */
	double restart() throws IOException {
		beginRestart();
		return awaitTakeover();
	}

	private List<Double> waited() {
		List<Double> waited = new ArrayList<>();
		Matcher taken = TAKEN.matcher(this.process.log());
		while (taken.find()) {
			waited.add(Double.valueOf(taken.group(1)));
		}
		return waited;
	}

	@Override
	public void close() {
		this.process.close();
	}

}
