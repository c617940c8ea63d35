package io.fusemount.bench.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.RandomFile;
import io.fusemount.bench.measure.Stopwatch;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.RandomReads;

/**
 * Files of many MiB that are written, read and patched.
 */
final class LargeFiles implements Stage {

	private static final Unit PATCHES = new Unit("patches/s", "µs CPU/patch");

	private static final String MEDIUM = "medium.bin";

	private static final String LARGE = "large.bin";

	private static final String WRITTEN = "written.bin";

	private static final long MIB = 1 << 20;

	private final byte[] patch = new byte[4096];

	private final Random positions = new Random(1);

	private final Settings settings;

	private final RandomFile medium;

	private final RandomFile large;

	LargeFiles(Settings settings) throws IOException {
		this.settings = settings;
		this.medium = new RandomFile(settings.sizeMebibytes());
		this.large = new RandomFile(settings.largeMebibytes());
		this.positions.nextBytes(this.patch);
	}

	@Override
	public void prepare(Contestant contestant) throws Exception {
		contestant.files().write(MEDIUM, this.medium.path());
		contestant.files().write(LARGE, this.large.path());
	}

	@Override
	public List<Work> works() {
		String size = this.settings.sizeMebibytes() + " MiB";
		List<Work> works = new ArrayList<>();
		works.add(work("write " + size, Unit.BYTES, Contestant.JDBC, Work.Kind.EVERYBODY, this::write));
		works.add(work("read " + size + ", cold", Unit.BYTES, Contestant.JDBC, Work.Kind.COLD, this::stream));
		works.add(work("read " + size + ", warm", Unit.BYTES, Contestant.DISK, Work.Kind.PROGRAMS, (contestant) -> {
			stream(contestant);
			return stream(contestant);
		}));
		works.add(randomReads(1));
		works.add(randomReads(2));
		works.add(patches(MEDIUM, this.settings.sizeMebibytes()));
		works.add(patches(LARGE, this.settings.largeMebibytes()));
		return works;
	}

	private Work randomReads(int jobs) {
		return work("fio randread bs=4k direct=1, jobs " + jobs, Unit.OPERATIONS, Contestant.DISK, Work.Kind.PROGRAMS,
				(contestant) -> RandomReads.run(contestant::cpuNanos, contestant.directory().path(MEDIUM), jobs,
						this.settings.seconds()));
	}

	private Work patches(String name, int mebibytes) {
		return work("patch 4 KiB in " + mebibytes + " MiB", PATCHES, Contestant.JDBC, Work.Kind.EVERYBODY,
				(contestant) -> Stopwatch.during(contestant::cpuNanos, this.settings.seconds(), () -> {
					long last = mebibytes * MIB - this.patch.length;
					contestant.files().patch(name, (long) (this.positions.nextDouble() * last), this.patch);
					return 1;
				}));
	}

	private static Work work(String name, Unit unit, String yardstick, Work.Kind kind, Work.Run run) {
		return new Work(new Comparison(name, unit, yardstick, 0), kind, run);
	}

	private Measurement write(Contestant contestant) throws Exception {
		Measurement measured = Stopwatch.time(contestant::cpuNanos,
				() -> contestant.files().write(WRITTEN, this.medium.path()));
		contestant.files().delete(WRITTEN);
		return measured;
	}

	private Measurement stream(Contestant contestant) throws Exception {
		return Stopwatch.time(contestant::cpuNanos, () -> contestant.files().stream(MEDIUM));
	}

	@Override
	public void finish(Contestant contestant) throws Exception {
		contestant.files().delete(MEDIUM);
		contestant.files().delete(LARGE);
	}

	@Override
	public void close() throws IOException {
		this.medium.close();
		this.large.close();
	}

}
