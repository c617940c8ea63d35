package io.fusemount.core.reading;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
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

	/** The same, after what was fetched was not read, or could not be. */
	private static final int LONG_PATIENCE = 64;

	private static final int MAX_PLANNED = 2048;

	private static final long END_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final @Nullable Caller program;

	/** What comes next. */
	@GuardedBy("this")
	private final Queue<Name> planned = new ArrayDeque<>();

	/** Of those that were fetched ahead last. */
	@GuardedBy("this")
	private final Set<NodeKey> unread = new HashSet<>();

	/** How many were fetched ahead last. */
	@GuardedBy("this")
	private int fetched;

	/** How many files have been read since then. */
	@GuardedBy("this")
	private int read;

	/** How many files are fetched together, 0 for one by one. */
	@GuardedBy("this")
	private int together;

	@GuardedBy("this")
	private int patience;

	/** Whether one by one cannot be done either. */
	@GuardedBy("this")
	private boolean broken;

	/** The last one that was missing, or was fetched with it. */
	@GuardedBy("this")
	private @Nullable NodeKey last;

	private volatile long lastUse = System.nanoTime();

	/**
	 * Creates it.
	 * @param before the one in another directory that was used last, or {@code null}
	 * @param program who reads, {@code null} if that is not known
	 */
	Run(@Nullable Run before, @Nullable Caller program) {
		boolean goesOn = before != null && before.isWorthwhileFor(program);
		this.patience = goesOn ? 0 : PATIENCE;
		this.program = program;
	}

	/** Whether what was fetched ahead for a program lately was read. */
	private synchronized boolean isWorthwhileFor(@Nullable Caller caller) {
		return caller != null && this.program != null && caller.isSameProgram(this.program) && this.fetched > 0
				&& isMostlyRead() && !isOver();
	}

	/** Whether so much time has passed that what comes has nothing to do with it. */
	boolean isOver() {
		return System.nanoTime() - this.lastUse > END_NANOS;
	}

	@GuardedBy("this")
	private boolean isMostlyRead() {
		return 2 * this.unread.size() <= this.fetched;
	}

	/** A file is read whose content is there. */
	synchronized void found(NodeKey file) {
		this.lastUse = System.nanoTime();
		this.read++;
		this.unread.remove(file);
	}

	/**
	 * A file is read whose content is missing.
	 * @param all the files of the directory, as they are listed
	 * @param missing returns the file of a name if it is small and its content is missing
	 * @return the files to fetch along, {@code null} if it is better not fetched this way
	 */
	synchronized @Nullable List<RegularFile> missed(NodeKey file, Supplier<List<FileInode>> all,
			Function<Name, @Nullable RegularFile> missing) {
		this.lastUse = System.nanoTime();
		this.read++;
		NodeKey before = this.last;
		this.last = file;
		if (this.unread.remove(file)) {
			// There is no room for so much, or somebody else is fetching it.
			this.together /= 2;
			return List.of();
		}
		if (!isMostlyRead()) {
			// It may be another program, or one that is soon to come to them.
			if (this.read > 2 * this.fetched) {
				rest(LONG_PATIENCE);
			}
			return List.of();
		}
		if (this.together == 0 && this.patience > 0) {
			this.patience--;
			return this.broken ? null : List.of();
		}
		return fetchAhead(before, file, all, missing);
	}

	@GuardedBy("this")
	private List<RegularFile> fetchAhead(@Nullable NodeKey before, NodeKey file, Supplier<List<FileInode>> all,
			Function<Name, @Nullable RegularFile> missing) {
		this.broken = false;
		this.together = Math.min(MAX_FILES, Math.max(FIRST_FILES, 2 * this.together));
		List<RegularFile> chosen = choose(file, missing);
		if (chosen.isEmpty()) {
			ReadingOrder.behind(all.get(), before, file, MAX_PLANNED)
				.forEach((found) -> this.planned.add(ReadingOrder.nameOf(found)));
			boolean ordered = !this.planned.isEmpty();
			chosen = choose(file, missing);
			if (chosen.isEmpty()) {
				// It was the last one, or there is no order.
				rest(ordered ? PATIENCE : LONG_PATIENCE);
				return chosen;
			}
		}
		this.unread.clear();
		for (RegularFile other : chosen) {
			this.unread.add(other.key());
			this.last = other.key();
		}
		this.fetched = chosen.size();
		this.read = 0;
		return chosen;
	}

	@GuardedBy("this")
	private List<RegularFile> choose(NodeKey wanted, Function<Name, @Nullable RegularFile> missing) {
		List<RegularFile> chosen = new ArrayList<>();
		long bytes = 0;
		while (chosen.size() < this.together - 1 && bytes < MAX_BYTES && !this.planned.isEmpty()) {
			RegularFile file = missing.apply(this.planned.remove());
			if (file != null && !file.key().equals(wanted)) {
				chosen.add(file);
				bytes += file.attributes().size();
			}
		}
		return chosen;
	}

	/**
	 * Files could not be fetched.
	 * @param alone whether it was one only
	 */
	synchronized void failed(boolean alone) {
		rest(LONG_PATIENCE);
		this.broken = alone;
	}

	@GuardedBy("this")
	private void rest(int files) {
		this.together = 0;
		this.patience = files;
		this.planned.clear();
		if (files == LONG_PATIENCE) {
			this.unread.clear();
			this.fetched = 0;
		}
	}

}
