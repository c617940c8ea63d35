package io.fusemount.bench.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.fusemount.bench.content.application.ApplicationCommand;
import io.fusemount.bench.measure.MemoryWatch;
import io.fusemount.bench.measure.RandomFile;
import io.fusemount.bench.server.MountServer;

import org.springframework.util.FileSystemUtils;

/**
 * Tests large files in an application with little memory, on PostgreSQL: four programs
 * read and four write at once, and a file of 2.5 times that size is written, truncated,
 * changed in the middle and extended. Every byte is compared; a difference is an error.
 */
public final class MemoryBenchmark implements AutoCloseable {

	private static final String HEAP = "-Xmx128m";

	private static final int READERS = 4;

	private static final int WRITERS = 4;

	private static final int ODD_BYTES = 12_345;

	private static final int MIB = 1 << 20;

	private final Path spool = Files.createTempDirectory("fusemount-bench-spool");

	private final Database database;

	private final MountServer application;

	private final int mebibytes;

	private final List<String> results = new ArrayList<>();

	private MemoryBenchmark(int mebibytes) throws Exception {
		this.mebibytes = mebibytes;
		this.database = new Database();
		this.application = new MountServer("fusemount", ApplicationCommand.of(HEAP, this.database.url(), this.spool),
				ApplicationCommand.DIRECTORY);
	}

	/**
	 * Runs the benchmark.
	 * @param arguments the file for the result, the number of rounds and the seconds of a
	 * run, which are not used here, and the size of files in MiB
	 */
	public static void main(String[] arguments) throws Exception {
		try (MemoryBenchmark benchmark = new MemoryBenchmark(Integer.parseInt(arguments[3]));
				MemoryWatch memory = new MemoryWatch(benchmark.application.pid())) {
			benchmark.manyFiles();
			benchmark.largeFile();
			benchmark.publish(Path.of(arguments[0]), memory);
		}
	}

	private void manyFiles() throws Exception {
		try (RandomFile source = new RandomFile(this.mebibytes)) {
			List<Work> programs = new ArrayList<>();
			for (int i = 0; i < READERS; i++) {
				this.database.write("read-" + i, source.path());
				Path file = file("read-" + i);
				programs.add(() -> run("cmp", file, source.path()));
			}
			// The first read of a new process is not measured.
			run("head", "-c1", file("read-0"));
			timed("first byte of a file", () -> run("head", "-c1", file("read-1")));
			for (int i = 0; i < WRITERS; i++) {
				Path file = file("written-" + i);
				programs.add(() -> run("cp", source.path(), file));
			}
			timed(READERS + " readers and " + WRITERS + " writers at once", () -> atOnce(programs));
			for (int i = 0; i < WRITERS; i++) {
				run("cmp", file("written-" + i), source.path());
				Files.delete(file("written-" + i));
			}
		}
	}

	private void largeFile() throws Exception {
		try (RandomFile mirror = new RandomFile(this.mebibytes * 5 / 2)) {
			extend(mirror.path());
			Path file = file("large");
			timed("large file written", () -> run("cp", mirror.path(), file));
			timed("read", () -> run("cmp", file, mirror.path()));
			// Across 4 GiB, if a file has 2.
			long middle = 2L * this.mebibytes * MIB - MIB / 2;
			change(mirror.path(), middle);
			timed("cut off, changed, extended", () -> change(file, middle));
			timed("read again", () -> run("cmp", file, mirror.path()));
		}
	}

	private Path file(String name) {
		return this.application.file().resolve(name);
	}

	private static void extend(Path file) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
			channel.write(pattern(ODD_BYTES), channel.size());
		}
	}

	/** Cuts off the last tenth and writes a new end after a hole. */
	private static void change(Path file, long middle) throws IOException {
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
			channel.truncate(channel.size() / 10 * 9);
			channel.write(pattern(MIB), middle);
			channel.write(pattern(ODD_BYTES), channel.size() + MIB);
			channel.force(true);
		}
	}

	private static ByteBuffer pattern(int length) {
		ByteBuffer bytes = ByteBuffer.allocate(length);
		for (int i = 0; i < length; i++) {
			bytes.put(i, (byte) (i % 251));
		}
		return bytes;
	}

	private static void run(Object... command) throws IOException, InterruptedException {
		List<String> words = Arrays.stream(command).map(Object::toString).toList();
		int status = new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD)
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start()
			.waitFor();
		if (status != 0) {
			throw new IOException(String.join(" ", words) + " ended with " + status);
		}
	}

	private static void atOnce(List<Work> programs) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(programs.size());
		try {
			List<Future<?>> running = new ArrayList<>();
			for (Work program : programs) {
				running.add(threads.submit(() -> {
					program.run();
					return null;
				}));
			}
			for (Future<?> program : running) {
				program.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void timed(String name, Work work) throws Exception {
		long before = System.nanoTime();
		work.run();
		double seconds = (System.nanoTime() - before) / 1e9;
		System.out.printf(Locale.ROOT, "%s: %.3f s%n", name, seconds);
		this.results.add(String.format(Locale.ROOT, "    { \"load\": \"%s\", \"seconds\": %.3f }", name, seconds));
	}

	private void publish(Path result, MemoryWatch memory) throws IOException {
		System.out.println("MiB: " + memory.json());
		Files.writeString(result, String.format(Locale.ROOT, """
				{
				  "java": "%s", "options": "%s", "fileMebibytes": %d,
				  "mebibytes": { %s },
				  "runs": [
				%s
				  ]
				}
				""", System.getProperty("java.version"), HEAP, this.mebibytes, memory.json(),
				String.join(",\n", this.results)));
		System.out.println("All bytes equal. Written to " + result);
	}

	@Override
	public void close() throws Exception {
		this.application.close();
		this.database.close();
		FileSystemUtils.deleteRecursively(this.spool);
	}

	@FunctionalInterface
	private interface Work {

		void run() throws Exception;

	}

}
