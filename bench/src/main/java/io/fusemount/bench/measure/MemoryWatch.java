package io.fusemount.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Watches the memory of a Java process from outside, with {@code jstat} and {@code
 * /proc}, once a second.
 */
public final class MemoryWatch implements AutoCloseable {

	private static final Pattern BLANKS = Pattern.compile("\\s+");

	/** The columns of {@code jstat -gc} with the used parts of the heap. */
	private static final Set<String> USED = Set.of("S0U", "S1U", "EU", "OU");

	private static final double KIB_PER_MIB = 1024;

	private final Path status;

	private final Process jstat;

	private final Thread thread = new Thread(this::watch, "memory-watch");

	private double peakHeap;

	private double peakResident;

	private double peakAnonymous;

	private int samples;

	/**
	 * Starts watching.
	 */
	public MemoryWatch(long pid) throws IOException {
		this.status = Path.of("/proc/" + pid + "/status");
		this.jstat = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jstat").toString(), "-gc",
				Long.toString(pid), "1000")
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		this.thread.start();
	}

	private void watch() {
		try (BufferedReader lines = this.jstat.inputReader()) {
			List<String> head = fields(lines.readLine());
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				sample(head, fields(line));
			}
		}
		catch (IOException ex) {
			// The watch has been closed, or the process has ended.
		}
	}

	private static List<String> fields(String line) {
		return Arrays.asList(BLANKS.split(line.strip()));
	}

	private synchronized void sample(List<String> head, List<String> values) throws IOException {
		double heap = 0;
		for (int i = 0; i < head.size(); i++) {
			heap += USED.contains(head.get(i)) ? Double.parseDouble(values.get(i)) : 0;
		}
		this.peakHeap = Math.max(this.peakHeap, heap);
		for (String line : Files.readAllLines(this.status)) {
			if (line.startsWith("VmHWM:")) {
				this.peakResident = kibibytes(line);
			}
			else if (line.startsWith("RssAnon:")) {
				this.peakAnonymous = Math.max(this.peakAnonymous, kibibytes(line));
			}
		}
		this.samples++;
	}

	private static double kibibytes(String line) {
		return Double.parseDouble(fields(line).get(1));
	}

	/**
	 * Returns the peaks as members of a JSON object, in MiB. Resident memory includes the
	 * pages of mapped local files, which the kernel reclaims when they are needed
	 * elsewhere.
	 */
	public synchronized String json() {
		return String.format(Locale.ROOT,
				"\"peakHeap\": %.0f, \"peakAnonymous\": %.0f, \"peakResident\": %.0f, \"samples\": %d",
				this.peakHeap / KIB_PER_MIB, this.peakAnonymous / KIB_PER_MIB, this.peakResident / KIB_PER_MIB,
				this.samples);
	}

	@Override
	public void close() throws InterruptedException {
		this.jstat.destroy();
		this.thread.join();
	}

}
