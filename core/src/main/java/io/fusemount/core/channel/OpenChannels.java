package io.fusemount.core.channel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * The open local files, limited in number. When there are more, files that were not used
 * recently are closed until their next use, so that a file that is open on the mount does
 * not occupy a file descriptor for long.
 */
public final class OpenChannels {

	/** A higher number saves no time, because fewer programs read at once. */
	private static final int MAX = 4096;

	/**
	 * The fraction of the descriptors that the files may use, as a divisor: the database,
	 * the web server and the log need some.
	 */
	private static final int SHARE = 4;

	private static final Path LIMITS = Path.of("/proc/self/limits");

	private static final Pattern SOFT_LIMIT = Pattern.compile("Max open files +([0-9]{1,18}) ");

	/** The kernel's default limit for a process. */
	private static final long USUAL_LIMIT = 1024;

	private final int limit;

	/** In the order in which they were opened or last seen in use. */
	@GuardedBy("this")
	private final Set<LocalChannel> open = new LinkedHashSet<>();

	/** Read after each use, nearly always to learn that there is no excess. */
	private volatile int size;

	/**
	 * Creates the limit.
	 * @param limit the number of files that may be open beside those in use
	 */
	public OpenChannels(int limit) {
		this.limit = limit;
	}

	/**
	 * Creates a limit that leaves most descriptors of the process to others.
	 */
	public static OpenChannels ofProcess() {
		return new OpenChannels((int) Math.min(MAX, descriptors() / SHARE));
	}

	private static long descriptors() {
		try {
			Matcher matcher = SOFT_LIMIT.matcher(Files.readString(LIMITS));
			return matcher.find() ? Long.parseLong(matcher.group(1)) : USUAL_LIMIT;
		}
		catch (IOException ex) {
			return USUAL_LIMIT;
		}
	}

	/** Adds an open file before it can be closed by another thread. */
	synchronized void add(LocalChannel channel) {
		this.open.add(channel);
		this.size = this.open.size();
	}

	synchronized void remove(LocalChannel channel) {
		this.open.remove(channel);
		this.size = this.open.size();
	}

	/**
	 * Returns the number of open files.
	 */
	public int size() {
		return this.size;
	}

	/** Closes files beyond the limit. */
	void closeExcess() {
		if (this.size <= this.limit) {
			return;
		}
		excess().forEach(LocalChannel::closeIfIdle);
	}

	/** A file that was used since the last check gets a second chance. */
	private synchronized List<LocalChannel> excess() {
		// Negative if others have closed some in the meantime.
		int excess = Math.max(0, this.open.size() - this.limit);
		List<LocalChannel> chosen = new ArrayList<>();
		List<LocalChannel> spared = new ArrayList<>();
		Iterator<LocalChannel> oldest = this.open.iterator();
		while (chosen.size() < excess && oldest.hasNext()) {
			LocalChannel next = oldest.next();
			(next.isUsedAgain() ? spared : chosen).add(next);
		}
		spared.forEach((channel) -> {
			this.open.remove(channel);
			this.open.add(channel);
		});
		chosen.addAll(spared.subList(0, excess - chosen.size()));
		return chosen;
	}

}
