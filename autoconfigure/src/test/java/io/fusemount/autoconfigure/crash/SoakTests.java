package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.crash.Ending;
import io.fusemount.conformance.crash.Load;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Programs write, rename, delete and read for a while, and everything is compared in each
 * round. The resources of the application between rounds do not grow.
 * <p>
 * {@code -Dfusemount.soak.seconds=3600} continues for an hour; the log has a line for
 * each round.
 */
@EnabledIfFuse
@Timeout(value = 12, unit = java.util.concurrent.TimeUnit.HOURS)
class SoakTests {

	private static final System.Logger logger = System.getLogger(SoakTests.class.getName());

	private static final Duration SOAK = Duration.ofSeconds(Integer.getInteger("fusemount.soak.seconds", 15));

	private static final int OPERATIONS = 200;

	private static final int WARM_UP = 3;

	private static final int LOOK_AT_HEAP = 100;

	/** Of the heap of 512 MiB, with the database in it. */
	private static final long MAX_LIVE_MEGABYTES = 256;

	/** That heap, and the memory that a JVM needs beyond it. */
	private static final long MAX_ANONYMOUS_MEGABYTES = 512 + 400;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	void whatTheApplicationHoldsDoesNotGrow() throws Exception {
		try (ChildProgram service = this.workspace.start(this.workspace.h2Url())) {
			Load load = Load.untilFailure(this.workspace.files(), 1, 4);
			Held warm = held(service);
			Held last = warm;
			long end = System.nanoTime() + SOAK.toNanos();
			for (int round = 1; round <= WARM_UP + 1 || System.nanoTime() < end; round++) {
				load.start();
				load.awaitAcknowledged(OPERATIONS);
				load.stop();
				load.join(Ending.CLOSED);
				load.check(Ending.CLOSED);
				this.workspace.awaitAllClosed();
				last = held(service);
				if (round == WARM_UP) {
					warm = last;
				}
				logger.log(System.Logger.Level.INFO, "Round {0}, {1} operations: {2}", round, load.acknowledged(),
						last);
				if (round % LOOK_AT_HEAP == 0) {
					logger.log(System.Logger.Level.INFO, "Live after a collection: {0} MiB", liveMegabytes(service));
				}
			}
			assertThat(last).usingRecursiveComparison()
				.ignoringFields("threads", "descriptors", "anonymousMegabytes")
				.isEqualTo(warm);
			assertThat(last.threads()).isLessThan(warm.threads() + 40);
			assertThat(last.descriptors()).isLessThan(warm.descriptors() + 20);
			assertThat(last.anonymousMegabytes()).isLessThan(MAX_ANONYMOUS_MEGABYTES);
			assertThat(liveMegabytes(service)).isLessThan(MAX_LIVE_MEGABYTES);
		}
	}

	private Held held(ChildProgram service) throws IOException {
		Path process = Path.of("/proc/" + service.pid());
		service.send("health?");
		String health = service.await("Health: ");
		return new Held(health, descriptors(process), status(process, "Threads:"), status(process, "RssAnon:") / 1024,
				mounts(process), spooled(this.workspace.spool()));
	}

	private static long liveMegabytes(ChildProgram service) throws IOException {
		service.send("heap?");
		return Long.parseLong(service.await("Heap: ").replaceAll("[^0-9]", "")) >> 20;
	}

	/**
	 * Local content changes with the latest reads, and libraries with the loaded classes.
	 */
	private long descriptors(Path process) throws IOException {
		try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
			return descriptors.filter((descriptor) -> {
				try {
					Path file = Files.readSymbolicLink(descriptor);
					return !file.startsWith(this.workspace.spool()) && !file.toString().endsWith(".jar");
				}
				catch (IOException ex) {
					return false;
				}
			}).count();
		}
	}

	private static long status(Path process, String field) throws IOException {
		String line = Files.readAllLines(process.resolve("status"))
			.stream()
			.filter((each) -> each.startsWith(field))
			.findFirst()
			.orElseThrow();
		return Long.parseLong(line.replaceAll("[^0-9]", ""));
	}

	private long mounts(Path process) throws IOException {
		return Files.readAllLines(process.resolve("mountinfo"))
			.stream()
			.filter((line) -> line.contains(this.workspace.directory().toString()))
			.count();
	}

	/** Empty files are those that the spool has ready. */
	private static long spooled(Path spool) throws IOException {
		try (Stream<Path> files = Files.list(spool)) {
			return files.filter((file) -> file.toString().endsWith(".spool") && file.toFile().length() > 0).count();
		}
	}

	/**
	 * The resources of the application while programs do nothing.
	 *
	 * @param health its health, with its open handles
	 * @param descriptors its open files, without local content and libraries
	 * @param threads its threads
	 * @param anonymousMegabytes its anonymous memory
	 * @param mounts the mounts
	 * @param spooled files with content in the spool
	 */
	private record Held(String health, long descriptors, long threads, long anonymousMegabytes, long mounts,
			long spooled) {

	}

}
