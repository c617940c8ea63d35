package io.fusemount.bench.files;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

import io.fusemount.bench.measure.Comparison;
import io.fusemount.bench.measure.Measurement;
import io.fusemount.bench.measure.Unit;
import io.fusemount.bench.server.Fio;

/**
 * Large files that {@code fio} writes and reads from start to end, with the options by
 * which other filesystems of this kind publish their rates: one job, and sixteen with
 * files of their own.
 */
final class Streams implements Stage {

	private static final int MANY = 16;

	/** In MiB. */
	private static final int BLOCK = 4;

	private static final double KIB_PER_MIB = 1 << 10;

	private static final double KIB_PER_GIB = 1 << 20;

	private static final String NAME = "stream";

	private final int mebibytes;

	/**
	 * Creates the stage.
	 * @param mebibytes the size of the files of all jobs together
	 */
	Streams(int mebibytes) {
		this.mebibytes = mebibytes;
	}

	@Override
	public boolean suits(Contestant contestant) {
		return contestant.isDirectory() && Stage.super.suits(contestant);
	}

	@Override
	public List<Work> works() {
		return List.of(write(1), read(1), write(MANY), read(MANY));
	}

	private Work write(int jobs) {
		return work("write", jobs, (contestant) -> {
			finish(contestant);
			return run(contestant, () -> Fio.write(options(contestant, jobs, "--rw=write", "--end_fsync=1")));
		});
	}

	private Work read(int jobs) {
		return work("read", jobs,
				(contestant) -> run(contestant, () -> Fio.read(options(contestant, jobs, "--rw=read", "--readonly"))));
	}

	private static Work work(String way, int jobs, Work.Run run) {
		return new Work(new Comparison("fio " + way + " bs=4M, jobs " + jobs, Unit.BYTES, Contestant.DISK, 0),
				Work.Kind.PROGRAMS, run);
	}

	private String[] options(Contestant contestant, int jobs, String way, String further) {
		return new String[] { "--name=" + NAME, "--directory=" + contestant.directory().directory(), way,
				"--refill_buffers", "--bs=" + BLOCK + "M", "--size=" + Math.max(BLOCK, this.mebibytes / jobs) + "M",
				"--numjobs=" + jobs, further };
	}

	private static Measurement run(Contestant contestant, Jobs jobs) throws IOException, InterruptedException {
		long before = contestant.cpuNanos();
		Fio.Result result = jobs.run();
		double cpuSeconds = (contestant.cpuNanos() - before) / 1e9;
		return new Measurement(result.kibibytesPerSecond() / KIB_PER_MIB,
				cpuSeconds / (result.kibibytes() / KIB_PER_GIB));
	}

	@Override
	public void finish(Contestant contestant) throws IOException {
		for (int job = 0; job < MANY; job++) {
			Files.deleteIfExists(contestant.directory().path(NAME + "." + job + ".0"));
		}
	}

	@FunctionalInterface
	private interface Jobs {

		Fio.Result run() throws IOException, InterruptedException;

	}

}
