package io.fusemount.bench.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Stopwatch;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.store.Stock;

/**
 * A directory of many small files to list and read.
 */
final class Entries implements Stage {

	private static final Unit FILES = new Unit("files/s", "µs CPU/file");

	private static final double WARM_GOAL = 0.7;

	private static final double COLD_GOAL = 0.5;

	/**
	 * The number of entries from which there is a goal for listings without cached data.
	 */
	private static final int MANY = 100_000;

	/** The number of files with content to read; the others are only listed. */
	private static final int READ = 10_000;

	private final Stock stock;

	private final int seconds;

	Entries(int entries, int seconds) {
		this.stock = new Stock(entries, Math.min(entries, READ));
		this.seconds = seconds;
	}

	@Override
	public boolean suits(Contestant contestant) {
		return true;
	}

	@Override
	public void prepare(Contestant contestant) throws Exception {
		contestant.fill(this.stock);
	}

	@Override
	public List<Work> works() {
		List<Work> works = new ArrayList<>();
		// First, because it waits until the new files are visible.
		works.add(cold("ls -l", (this.stock.files() < MANY) ? 0 : COLD_GOAL, this::list));
		works.add(warm("ls -l", this::list));
		works.add(warm("stat", this::look));
		if (this.stock.files() <= READ) {
			works.add(cold("cat 4 KiB", (this.stock.files() < READ) ? 0 : COLD_GOAL, this::listAndRead));
			works.add(warm("cat 4 KiB", this::read));
		}
		return works;
	}

	private Work cold(String name, double goal, Look look) {
		return new Work(new Comparison(title(name, "cold"), FILES, Contestant.JDBC, goal), Work.Kind.COLD,
				(contestant) -> Stopwatch.count(contestant::cpuNanos, () -> look.at(contestant)));
	}

	private Work warm(String name, Look look) {
		return new Work(new Comparison(title(name, "warm"), FILES, Contestant.DISK, WARM_GOAL), Work.Kind.PROGRAMS,
				(contestant) -> Stopwatch.repeat(contestant::cpuNanos, this.seconds, () -> look.at(contestant)));
	}

	private String title(String name, String state) {
		return String.format(Locale.ROOT, "%s, %s, %,d entries", name, state, this.stock.files());
	}

	private long list(Contestant contestant) throws Exception {
		return require(this.stock.files(), contestant.files().list());
	}

	private long look(Contestant contestant) throws IOException {
		for (int i = 1; i <= this.stock.files(); i++) {
			require(this.stock.size(i), contestant.directory().size(Stock.name(i)));
		}
		return this.stock.files();
	}

	/** A program that reads all files of a directory has listed their names first. */
	private long listAndRead(Contestant contestant) throws Exception {
		list(contestant);
		return read(contestant);
	}

	private long read(Contestant contestant) throws Exception {
		for (int i = 1; i <= this.stock.whole(); i++) {
			require(Stock.SIZE, contestant.files().read(Stock.name(i)));
		}
		return this.stock.whole();
	}

	private static long require(long expected, long found) throws IOException {
		if (found != expected) {
			throw new IOException("Expected " + expected + ", found " + found);
		}
		return found;
	}

	@Override
	public void finish(Contestant contestant) throws Exception {
		contestant.clear(this.stock);
	}

	/** Examines all files of a contestant, and returns their number. */
	@FunctionalInterface
	private interface Look {

		long at(Contestant contestant) throws Exception;

	}

}
