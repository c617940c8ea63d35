package io.fusemount.sample.takeover;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.conformance.shell.Shell;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample application as a process of its own under {@code deploy/keep}, which holds
 * its mount while it restarts.
 */
final class KeptArchive implements AutoCloseable {

	private static final Pattern TAKEN = Pattern
		.compile("Took 'default' over from process \\d+(?: \\(crashed\\))?: programs have waited for ([0-9.]+) s");

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private final Path mountPoint;

	private final Path log;

	private final Process keeper;

	private int restarts;

	private KeptArchive(Path directory, String... settings) throws IOException {
		this.mountPoint = directory.resolve("mnt");
		this.log = directory.resolve("log");
		Path keep = Path.of("..", "deploy", "keep").toAbsolutePath().normalize();
		this.keeper = ArchiveProcess.prepare(directory, this.log, List.of(keep.toString()), List.of(settings)).start();
	}

	/**
	 * Starts the archive, and waits until it is mounted.
	 * @param settings what differs from the defaults, as on the command line
	 */
	static KeptArchive start(Path directory, String... settings) throws IOException {
		KeptArchive archive = new KeptArchive(directory, settings);
		archive.await(() -> archive.log().contains("Mounted 'default'"));
		return archive;
	}

	private void await(Callable<Boolean> condition) {
		try {
			Awaitility.await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofMillis(20)).until(() -> {
				assertThat(this.keeper.isAlive()).as(log()).isTrue();
				return condition.call();
			});
		}
		catch (ConditionTimeoutException ex) {
			throw new AssertionError(log() + "\n" + threads(), ex);
		}
	}

	/** Describes what the application waits for. */
	private String threads() {
		StringBuilder threads = new StringBuilder();
		this.keeper.descendants()
			.forEach((process) -> threads
				.append(Shell.in(Path.of("/")).run("timeout 20 jstack -l " + process.pid()).output()));
		return threads.toString();
	}

	String log() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns what the application has complained of. */
	String complaints() {
		return log().lines()
			.filter((line) -> line.contains(" WARN ") || line.contains(" ERROR ") || line.contains("Took '")
					|| line.startsWith("Caused by"))
			.collect(Collectors.joining("\n"));
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
		return "holder: %d, application: %d".formatted(held(this.keeper.toHandle()), held(application()));
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
		Matcher port = PORT.matcher(log());
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
		new ProcessBuilder("kill", "-HUP", Long.toString(this.keeper.pid())).start();
	}

	/**
	 * Waits until programs are served again.
	 * @return how long they have waited, in seconds
	 */
	double awaitTakeover() {
		await(() -> waited().size() >= this.restarts);
		return waited().get(this.restarts - 1);
	}

	/** Kills the application, which is started again, without waiting for it. */
	void beginKill() {
		this.restarts++;
		application().destroyForcibly();
	}

	private ProcessHandle application() {
		return this.keeper.descendants()
			.filter((process) -> process.info().command().orElse("").endsWith("java"))
			.findFirst()
			.orElseThrow();
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
		Matcher taken = TAKEN.matcher(log());
		while (taken.find()) {
			waited.add(Double.valueOf(taken.group(1)));
		}
		return waited;
	}

	@Override
	public void close() {
		this.keeper.destroy();
		this.keeper.onExit().orTimeout(1, TimeUnit.MINUTES).join();
	}

}
