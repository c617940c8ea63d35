package io.fusemount.core.inode;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.node.RegularFile;

/**
 * The versions of a file that the filesystem's own commits have made one of the other. A
 * lookup that was under way during a commit ends with a snapshot from before it, and only
 * this tells it from one that the application has made since. Not thread-safe.
 */
final class VersionLine {

	/** More than others can commit between a lookup and the open that follows it. */
	private static final int MAX_VERSIONS = 1024;

	/** Longer than an operation takes that has found a version before it was parted. */
	private static final long PARTED_NANOS = TimeUnit.MINUTES.toNanos(1);

	/** The newest is the last. */
	private final List<RegularFile> versions = new ArrayList<>(0);

	/** Versions whose content is another file's now, the oldest first. */
	private final Deque<Parted> parted = new ArrayDeque<>(0);

	private boolean parting;

	boolean isEmpty() {
		return this.versions.isEmpty();
	}

	/**
	 * Lets the next commit part the versions before it from the file: their content goes
	 * to another one.
	 */
	void part(boolean next) {
		this.parting = next;
	}

	boolean isParting() {
		return this.parting;
	}

	/** Whether who has found this version is to look again for the file that has it. */
	boolean isParted(RegularFile file) {
		forgetParted();
		return !this.parted.isEmpty() && !isNewest(file)
				&& this.parted.stream().anyMatch((gone) -> gone.version().isSameVersion(file));
	}

	/** Takes note of a commit. */
	void add(RegularFile before, RegularFile after) {
		// The application may have made versions in between.
		if (!isNewest(before)) {
			this.versions.add(before);
		}
		if (this.parting && !isNewest(after)) {
			long now = System.nanoTime();
			this.versions.forEach((version) -> this.parted.add(new Parted(version, now)));
			this.versions.clear();
			forgetParted();
		}
		if (isNewest(after)) {
			// A change of times makes no new version, but a newer snapshot.
			this.versions.remove(this.versions.size() - 1);
		}
		this.versions.add(after);
		this.versions.subList(0, Math.max(0, this.versions.size() - MAX_VERSIONS)).clear();
	}

	private boolean isNewest(RegularFile file) {
		return !isEmpty() && this.versions.get(this.versions.size() - 1).isSameVersion(file);
	}

	/** Returns the version that a snapshot has become, or the snapshot itself. */
	RegularFile newest(RegularFile file) {
		// Of two snapshots of the newest version, the one just looked up is as good or
		// better.
		boolean outdated = !isEmpty() && !isNewest(file)
				&& this.versions.stream().anyMatch((version) -> version.isSameVersion(file));
		return outdated ? this.versions.get(this.versions.size() - 1) : file;
	}

	/**
	 * Takes note that a version is not what is stored. If it was thought to be the newest
	 * one, nothing that was known of the file is true any more: the application may have
	 * restored an older one.
	 */
	void refute(RegularFile stale) {
		if (isNewest(stale)) {
			this.versions.clear();
		}
	}

	void clear() {
		this.versions.clear();
		this.parted.clear();
	}

	private void forgetParted() {
		long now = System.nanoTime();
		while (!this.parted.isEmpty()
				&& (this.parted.size() > MAX_VERSIONS || now - this.parted.getFirst().since() > PARTED_NANOS)) {
			this.parted.removeFirst();
		}
	}

	/**
	 * A version whose content is another file's now.
	 *
	 * @param version the version
	 * @param since since when, by {@link System#nanoTime()}
	 */
	private record Parted(RegularFile version, long since) {

	}

}
