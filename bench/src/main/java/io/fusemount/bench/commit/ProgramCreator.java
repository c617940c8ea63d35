package io.fusemount.bench.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;

import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Stopwatch;
import io.fusemount.bench.store.SmallFiles;

/**
 * Files that are created by this process, each client in a thread of its own.
 */
final class ProgramCreator implements Creator {

	private final ExecutorService clients = Executors.newCachedThreadPool();

	private final byte[] content = new byte[SIZE];

	private final String name;

	private final SmallFiles files;

	private final LongSupplier cpuNanos;

	private final AutoCloseable server;

	private int runs;

	/**
	 * Creates the way.
	 * @param cpuNanos returns the processor time of the process that serves the files
	 * @param server is closed together with this way
	 */
	ProgramCreator(String name, SmallFiles files, LongSupplier cpuNanos, AutoCloseable server) {
		this.name = name;
		this.files = files;
		this.cpuNanos = cpuNanos;
		this.server = server;
		new Random(1).nextBytes(this.content);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public Measurement create(int clients, int files) throws Exception {
		String prefix = "file-" + this.runs++ + "-";
		return Stopwatch.count(this.cpuNanos, () -> {
			List<Future<?>> running = new ArrayList<>();
			for (int i = 0; i < clients; i++) {
				int first = i;
				running.add(this.clients.submit(() -> {
					for (int file = first; file < files; file += clients) {
						this.files.create(prefix + file + ".bin", this.content);
					}
					return null;
				}));
			}
			for (Future<?> client : running) {
				client.get();
			}
			return files;
		});
	}

	@Override
	public void close() throws Exception {
		this.clients.shutdown();
		this.server.close();
	}

}
