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
 * The local files that are open, as many as there may be. When there are more, those that
 * were not used lately are closed until they are used again, so that a file which is open
 * on the mount costs no file descriptor for long.
 */
public final class OpenChannels {

	/** More than that saves no time: as many programs do not read at once. */
	private static final int MAX = 4096;

	/** One of so many descriptors: the database, the web server and the log need some. */
	private static final int SHARE = 4;

	private static final Path LIMITS = Path.of("/proc/self/limits");

	private static final Pattern SOFT_LIMIT = Pattern.compile("Max open files +([0-9]{1,18}) ");

	/** What the kernel gives a process that nobody has given another limit. */
	private static final long USUAL_LIMIT = 1024;

	private final int limit;

	/** In the order in which they were opened, or seen to be used since. */
	@GuardedBy("this")
	private final Set<LocalChannel> open = new LinkedHashSet<>();

	/** Read by all who have used one, nearly always to learn that there is no excess. */
	private volatile int size;

	/**
	 * Creates it.
	 * @param limit how many may be open beside those that are being used right now
	 */
	public OpenChannels(int limit) {
		this.limit = limit;
	}

	/**
	 * Creates one that leaves the better part of the process's descriptors to others.
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

	/** Records that a file is open, before anybody else can close it. */
	synchronized void add(LocalChannel channel) {
		this.open.add(channel);
		this.size = this.open.size();
	}

	synchronized void remove(LocalChannel channel) {
		this.open.remove(channel);
		this.size = this.open.size();
	}

	/**
	 * Returns how many files are open.
	 */
	public int size() {
		return this.size;
	}

	/** Closes what is too much. */
	void closeExcess() {
		if (this.size <= this.limit) {
			return;
		}
		excess().forEach(LocalChannel::closeIfIdle);
	}

	/** Everyone gets a second chance who was used since he was looked at last. */
	private synchronized List<LocalChannel> excess() {
		// Negative if others have closed some since it was asked for.
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
