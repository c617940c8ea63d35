package io.fusemount.core.neighbour;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.fusemount.core.inode.FoundFile;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The orders in which programs go through a directory: {@code tar} and {@code rsync} as
 * it is listed, shells by name, {@code cp} by inode number.
 */
enum ReadingOrder {

	LISTED(null),

	NAMES(Comparator.comparing(FoundFile::name)),

	INODES(Comparator.comparingLong((found) -> found.file().key().inode()));

	/** How many files may be skipped, such as large ones and those that are known. */
	private static final int MAX_SKIPPED = 8;

	private final @Nullable Comparator<FoundFile> comparator;

	ReadingOrder(@Nullable Comparator<FoundFile> comparator) {
		this.comparator = comparator;
	}

	/**
	 * Returns what comes behind a file in the order in which another one comes before it,
	 * and behind the end what comes first.
	 * @param listed all files as they are listed
	 * @param before what was read before, or {@code null} if that is not known
	 * @param most the most that is returned
	 * @return nothing if the two are beside each other in no order
	 */
	static List<FoundFile> behind(List<FoundFile> listed, @Nullable NodeKey before, NodeKey file, int most) {
		for (ReadingOrder order : values()) {
			List<FoundFile> sorted = order.sort(listed);
			int at = indexOf(sorted, file);
			if (at >= 0 && (before == null || isRightBehind(sorted, at, before))) {
				return behind(sorted, at, most);
			}
		}
		return List.of();
	}

	/** What was just asked for may have become the last that is known. */
	private static boolean isRightBehind(List<FoundFile> sorted, int at, NodeKey before) {
		int distance = Math.floorMod(at - indexOf(sorted, before), sorted.size());
		return distance > 0 && distance <= 1 + MAX_SKIPPED;
	}

	private static List<FoundFile> behind(List<FoundFile> sorted, int at, int most) {
		int count = Math.min(most, sorted.size());
		List<FoundFile> behind = new ArrayList<>(count);
		for (int i = 1; i <= count; i++) {
			behind.add(sorted.get((at + i) % sorted.size()));
		}
		return behind;
	}

	private List<FoundFile> sort(List<FoundFile> listed) {
		return (this.comparator != null) ? listed.stream().sorted(this.comparator).toList() : listed;
	}

	private static int indexOf(List<FoundFile> files, NodeKey key) {
		for (int i = 0; i < files.size(); i++) {
			if (files.get(i).file().key().equals(key)) {
				return i;
			}
		}
		return -1;
	}

}
