package io.fusemount.core.neighbour;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.inode.FoundFile;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The way of programs through the small files of one directory. The more of what was
 * fetched ahead is read, the more is fetched with the next file that is missing; if less
 * than half is, nothing is for a while.
 */
final class Run {

	private static final int FIRST_FILES = 8;

	/** With the one that is wanted. */
	private static final int MAX_FILES = 128;

	/** What the files that are fetched together may have: as one piece of a large one. */
	private static final long MAX_BYTES = 1 << 20;

	/** How many files are missing before the first that others are fetched with. */
	private static final int PATIENCE = 1;

	/** The same, after what was fetched was not read. */
	private static final int LONG_PATIENCE = 64;

	private static final int MAX_PLANNED = 2048;

	private static final long END_NANOS = TimeUnit.SECONDS.toNanos(10);

	/** What comes next. */
	@GuardedBy("this")
	private final Queue<FoundFile> planned = new ArrayDeque<>();

	@GuardedBy("this")
	private final Set<NodeKey> unread = new HashSet<>();

	@GuardedBy("this")
	private int fetched;

	/** How many files are fetched together, 0 for one by one. */
	@GuardedBy("this")
	private int together;

	@GuardedBy("this")
	private int patience;

	@GuardedBy("this")
	private @Nullable NodeKey last;

	@GuardedBy("this")
	private long lastUse = System.nanoTime();

	/**
	 * Creates it.
	 * @param before that of the directory before, or {@code null} if there is none
	 */
	Run(@Nullable Run before) {
		boolean goesOn = before != null && before.isWorthwhile();
		this.patience = goesOn ? 0 : PATIENCE;
	}

	/** Whether what was fetched ahead lately was read. */
	private synchronized boolean isWorthwhile() {
		return this.fetched > 0 && !isWasted() && !isOver();
	}

	/** Whether so much time has passed that what comes has nothing to do with it. */
	synchronized boolean isOver() {
		return System.nanoTime() - this.lastUse > END_NANOS;
	}

	@GuardedBy("this")
	private boolean isWasted() {
		return 2 * this.unread.size() > this.fetched;
	}

	/** A file is read whose content is there. */
	synchronized void found(NodeKey file) {
		this.lastUse = System.nanoTime();
		this.unread.remove(file);
	}

	/**
	 * A file is read whose content is missing.
	 * @param all the files of the directory, as they are listed
	 * @param isMissing whether a file is small and its content is missing
	 * @return the files to fetch along
	 */
	synchronized List<RegularFile> missed(NodeKey file, Supplier<List<FoundFile>> all,
			Predicate<RegularFile> isMissing) {
		NodeKey before = this.last;
		this.last = file;
		this.lastUse = System.nanoTime();
		if (this.unread.remove(file)) {
			// There is no room for so much, or somebody else is fetching it.
			this.together /= 2;
			return List.of();
		}
		if (isWasted()) {
			giveUp();
		}
		if (this.together == 0 && this.patience-- > 0) {
			return List.of();
		}
		this.together = Math.min(MAX_FILES, Math.max(FIRST_FILES, 2 * this.together));
		List<RegularFile> chosen = choose(isMissing);
		if (chosen.isEmpty()) {
			this.planned.addAll(ReadingOrder.behind(all.get(), before, file, MAX_PLANNED));
			if (this.planned.isEmpty()) {
				giveUp();
				return List.of();
			}
			chosen = choose(isMissing);
		}
		if (chosen.isEmpty()) {
			// It was the last one.
			rest(PATIENCE);
			return chosen;
		}
		this.unread.clear();
		chosen.forEach((other) -> this.unread.add(other.key()));
		this.fetched = chosen.size();
		return chosen;
	}

	@GuardedBy("this")
	private List<RegularFile> choose(Predicate<RegularFile> isMissing) {
		List<RegularFile> chosen = new ArrayList<>();
		long bytes = 0;
		while (chosen.size() < this.together - 1 && bytes < MAX_BYTES && !this.planned.isEmpty()) {
			RegularFile file = this.planned.remove().file();
			if (!file.key().equals(this.last) && isMissing.test(file)) {
				chosen.add(file);
				bytes += file.attributes().size();
			}
		}
		return chosen;
	}

	/** They could not be fetched together. */
	synchronized void failed() {
		giveUp();
	}

	@GuardedBy("this")
	private void giveUp() {
		rest(LONG_PATIENCE);
		this.planned.clear();
		this.unread.clear();
		this.fetched = 0;
	}

	@GuardedBy("this")
	private void rest(int files) {
		this.together = 0;
		this.patience = files;
	}

}
