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
 * Small files are created, changed and deleted, and each change is stored before the next
 * one begins. The first changes are measured separately, because Java interprets most of
 * their code, and compiles it in the course of thousands more.
 */
final class SmallChanges implements Stage {

	private static final int CLIENTS = 8;

	private static final double GOAL = 0.5;

	private static final int FIRST = 300;

	/**
	 * The number of parts in which each round makes its changes, in turns, so that
	 * background work of the server affects every contestant.
	 */
	private static final int PARTS = 4;

	/** After this number of changes, hardly anything is compiled. */
	private static final int WARM_UP = 4000;

	private static final String CHANGED = "change-";

	/** A name that contains the old one may be mistaken for a backup. */
	private static final String RENAMED = "renamed-";

	private final int files;

	private final byte[] content = new byte[4096];

	private final byte[] addition;

	private final Comparison first = new Comparison("create 4 KiB, the first " + FIRST, Unit.COMMITS, Contestant.JDBC,
			0);

	private final ExecutorService programs = Executors.newFixedThreadPool(CLIENTS);

	SmallChanges(int files) {
		this.files = files;
		new Random(1).nextBytes(this.content);
		this.addition = Arrays.copyOf(this.content, 1024);
	}

	@Override
	public List<Comparison> beginnings() {
		return List.of(this.first);
	}

	@Override
	public void prepare(Contestant contestant) throws Exception {
		SmallFiles to = contestant.files();
		Measurement measured = Stopwatch.count(contestant::cpuNanos, () -> change(to, 0, FIRST, 1, this::create));
		System.out.printf("%s, %s: %s%n", this.first.name(), contestant.name(), this.first.describe(measured));
		this.first.add(contestant.name(), measured);
		change(to, FIRST, WARM_UP, 1, this::create);
		for (Kind kind : Kind.values()) {
			if (kind != Kind.CREATE) {
				change(to, 0, WARM_UP, 1, (files, name) -> change(files, name, kind));
			}
		}
	}

	@Override
	public List<Work> works() {
		List<Work> works = new ArrayList<>();
		for (Kind kind : Kind.values()) {
			Comparison comparison = new Comparison(kind.words, Unit.COMMITS, Contestant.JDBC, GOAL);
			for (int i = 0; i < PARTS; i++) {
				int part = i;
				works.add(new Work(comparison, Work.Kind.EVERYBODY, (contestant) -> measure(contestant, kind, part)));
			}
		}
		works.add(new Work(new Comparison("create 4 KiB, 8 clients", Unit.COMMITS, Contestant.JDBC, GOAL),
				Work.Kind.EVERYBODY, this::together));
		return works;
	}

	private Measurement measure(Contestant contestant, Kind kind, int part) throws Exception {
		int first = part * this.files / PARTS;
		int end = (part + 1) * this.files / PARTS;
		return Stopwatch.count(contestant::cpuNanos,
				() -> change(contestant.files(), first, end, 1, (files, name) -> change(files, name, kind)));
	}

	private void create(SmallFiles to, String name) throws Exception {
		to.create(name, this.content);
	}

	private void change(SmallFiles to, String name, Kind kind) throws Exception {
		switch (kind) {
			case CREATE -> create(to, name);
			case OVERWRITE -> to.overwrite(name, this.content);
			case APPEND -> to.append(name, this.addition);
			case RENAME -> to.rename(name, renamed(name));
			case UNLINK -> to.delete(renamed(name));
		}
	}

	private static String renamed(String name) {
		return RENAMED + name.substring(CHANGED.length());
	}

	private Measurement together(Contestant contestant) throws Exception {
		Measurement measured = Stopwatch.count(contestant::cpuNanos, () -> createTogether(contestant.files()));
		change(contestant.files(), 0, this.files, 1, SmallFiles::delete);
		return measured;
	}

	private long createTogether(SmallFiles to) throws Exception {
		List<Future<Long>> running = new ArrayList<>();
		for (int i = 0; i < CLIENTS; i++) {
			int first = i;
			running.add(this.programs.submit(() -> change(to, first, this.files, CLIENTS, this::create)));
		}
		long created = 0;
		for (Future<Long> program : running) {
			created += program.get();
		}
		return created;
	}

	/** Changes one file of each step, and returns their number. */
	private static long change(SmallFiles to, int first, int end, int step, Change change) throws Exception {
		long changed = 0;
		for (int file = first; file < end; file += step) {
			change.apply(to, CHANGED + file + ".bin");
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

	/** In the order of execution. */
	private enum Kind {

		CREATE("create 4 KiB"), OVERWRITE("overwrite 4 KiB"), APPEND("append 1 KiB, reopened"), RENAME("rename"),

		UNLINK("unlink");

		private final String words;

		Kind(String words) {
			this.words = words;
		}

	}

}
