package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.mount.MountOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: many programs at once, and slow answers.
 */
abstract class TransportLoadKit extends TransportKit {

	private static final int WORKERS = 6;

	private final ExecutorService programs = Executors.newCachedThreadPool();

	@AfterEach
	void endPrograms() {
		this.programs.shutdownNow();
	}

	@Test
	void operationsThatBlockDoNotStarveTheOthers() throws Exception {
		MountedFiles mounted = mount(
				(options) -> new MountOptions(options.name(), options.mountPoint(), false, false, false, WORKERS, 1));
		mounted.files().application().put("a.txt", "resident");
		Path file = mounted.directory().resolve("a.txt");
		assertThat(file).hasContent("resident");
		// One worker remains for operations that need not wait.
		List<Future<String>> blocked = new ArrayList<>();
		putSlowFiles(mounted, WORKERS - 1);
		try (Gate gate = mounted.files().troubles().block(Call.READ)) {
			readSlowFiles(mounted, WORKERS - 1, blocked);
			// Before, as many workers may be active for a moment to open files.
			gate.awaitArrivals(WORKERS - 1);
			awaitWorkers(mounted, WORKERS - 1);
			for (int i = 0; i < 20; i++) {
				assertThat(this.programs.submit(() -> Files.size(file)).get(60, TimeUnit.SECONDS)).isEqualTo(8);
			}
		}
		for (Future<String> program : blocked) {
			assertThat(program.get(60, TimeUnit.SECONDS)).isEqualTo("slow");
		}
		assertThat(Shell.in(mounted.directory()).check("cat a.txt")).isEqualTo("resident");
	}

	@Test
	void moreBlockedOperationsThanWorkersWaitAndAreServed() throws Exception {
		MountedFiles mounted = mount(
				(options) -> new MountOptions(options.name(), options.mountPoint(), false, false, false, 2, 0));
		List<Future<String>> waiting = new ArrayList<>();
		putSlowFiles(mounted, 8);
		try (Gate gate = mounted.files().troubles().block(Call.READ)) {
			readSlowFiles(mounted, 8, waiting);
			gate.awaitArrival();
		}
		for (Future<String> program : waiting) {
			assertThat(program.get(60, TimeUnit.SECONDS)).isEqualTo("slow");
		}
	}

	private static void putSlowFiles(MountedFiles mounted, int count) {
		for (int i = 0; i < count; i++) {
			mounted.files().application().put("slow-" + i, "slow");
		}
	}

	/**
	 * Reads rather than lookups are slow: the kernel looks up one name of a directory at
	 * a time.
	 */
	private void readSlowFiles(MountedFiles mounted, int count, List<Future<String>> programs) {
		for (int i = 0; i < count; i++) {
			Path slow = mounted.directory().resolve("slow-" + i);
			programs.add(this.programs.submit(() -> Files.readString(slow)));
		}
	}

	@Test
	void manyProgramsWorkAtOnce() throws Exception {
		MountedFiles mounted = mount();
		List<Future<?>> running = new ArrayList<>();
		for (int program = 0; program < 12; program++) {
			int number = program;
			running.add(this.programs.submit(() -> work(mounted.directory(), number)));
		}
		for (Future<?> program : running) {
			program.get();
		}
		assertThat(mounted.files().application().names()).hasSize(12 * 20);
		awaitIdle(mounted);
	}

	/**
	 * Waits until no worker is active: the kernel does not wait for the answer to the
	 * last release.
	 */
	private static void awaitIdle(MountedFiles mounted) {
		awaitWorkers(mounted, 0);
	}

	private static Object work(Path directory, int program) throws IOException {
		for (int i = 0; i < 20; i++) {
			Path temporary = directory.resolve("tmp-" + program);
			Path file = directory.resolve("file-" + program + "-" + i);
			String content = ("program " + program + " file " + i + "\n").repeat(1000);
			Files.writeString(temporary, content);
			Files.move(temporary, file);
			assertThat(Files.readString(file)).isEqualTo(content);
		}
		return program;
	}

	/**
	 * Waits for a number of active workers: a worker may be counted for a moment after it
	 * has answered.
	 */
	private static void awaitWorkers(MountedFiles mounted, int expected) {
		Patience.await(() -> mounted.session().activeWorkers() == expected);
		assertThat(mounted.session().activeWorkers()).isEqualTo(expected);
	}

}
