package io.fusemount.bench.files;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Stopwatch;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.store.SmallFiles;

/**
 * Small files come, change and go, each change stored before the next one begins.
 */
final class SmallChanges implements Stage {

	private static final int CLIENTS = 8;

	private static final double GOAL = 0.5;

	private static final String RENAMED = "renamed-";

	private final int files;

	private final byte[] content = new byte[4096];

	private final byte[] addition;

	private final ExecutorService programs = Executors.newFixedThreadPool(CLIENTS);

	SmallChanges(int files) {
		this.files = files;
		new Random(1).nextBytes(this.content);
		this.addition = Arrays.copyOf(this.content, 1024);
	}

	@Override
	public List<Work> works() {
		return List.of(work("create 4 KiB", (to, name) -> to.create(name, this.content)),
				work("overwrite 4 KiB", (to, name) -> to.overwrite(name, this.content)),
				work("append 1 KiB, reopened", (to, name) -> to.append(name, this.addition)),
				work("rename", (to, name) -> to.rename(name, RENAMED + name)),
				work("unlink", (to, name) -> to.delete(RENAMED + name)),
				new Work(new Comparison("create 4 KiB, 8 clients", Unit.COMMITS, Contestant.JDBC, 0),
						Work.Kind.EVERYBODY, this::together));
	}

	private Work work(String name, Change change) {
		return new Work(new Comparison(name, Unit.COMMITS, Contestant.JDBC, GOAL), Work.Kind.EVERYBODY,
				(contestant) -> Stopwatch.count(contestant::cpuNanos, () -> change(contestant.files(), 0, 1, change)));
	}

	private Measurement together(Contestant contestant) throws Exception {
		Measurement measured = Stopwatch.count(contestant::cpuNanos, () -> createTogether(contestant.files()));
		change(contestant.files(), 0, 1, SmallFiles::delete);
		return measured;
	}

	private long createTogether(SmallFiles to) throws Exception {
		List<Future<Long>> running = new ArrayList<>();
		for (int i = 0; i < CLIENTS; i++) {
			int first = i;
			running.add(this.programs
				.submit(() -> change(to, first, CLIENTS, (files, name) -> files.create(name, this.content))));
		}
		long created = 0;
		for (Future<Long> program : running) {
			created += program.get();
		}
		return created;
	}

	/** Changes one file of each step, and returns how many they were. */
	private long change(SmallFiles to, int first, int step, Change change) throws Exception {
		long changed = 0;
		for (int file = first; file < this.files; file += step) {
			change.apply(to, "change-" + file + ".bin");
			changed++;
		}
		return changed;
	}

	@Override
	public void close() {
		this.programs.shutdown();
	}

	@FunctionalInterface
	private interface Change {

		void apply(SmallFiles files, String name) throws Exception;

	}

}
