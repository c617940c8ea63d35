package io.fusemount.core.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.fusemount.core.inode.FileInode;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * An order in which programs go through a directory, if not as it is listed: {@code tar}
 * and {@code rsync} do that, shells go by name, and {@code cp} by inode number.
 *
 * @param <K> what files are sorted by
 */
final class ReadingOrder<K extends Comparable<K>> {

	private static final List<ReadingOrder<?>> SORTED = List.of(new ReadingOrder<>(ReadingOrder::nameOf),
			new ReadingOrder<>((found) -> found.key().inode()));

	/** How many files may be skipped, such as large ones and those that are known. */
	private static final int MAX_SKIPPED = 8;

	private final Function<FileInode, K> sortedBy;

	private ReadingOrder(Function<FileInode, K> sortedBy) {
		this.sortedBy = sortedBy;
	}

	/**
	 * Returns what comes behind a file in the order in which another one comes before it.
	 * @param listed all files as they are listed
	 * @param before what was read before, or {@code null} if that is not known
	 * @param most the most that is returned
	 * @return nothing if the two are beside each other in no order
	 */
	static List<FileInode> behind(List<FileInode> listed, @Nullable NodeKey before, NodeKey file, int most) {
		int at = indexOf(listed, file);
		int last = (before != null) ? indexOf(listed, before) : at - 1;
		if (at < 0 || before != null && last < 0) {
			return List.of();
		}
		// What was just asked for may have become the last that is known.
		int distance = Math.floorMod(at - last, listed.size());
		if (before == null || distance > 0 && distance <= 1 + MAX_SKIPPED) {
			return behind(listed, at, most);
		}
		for (ReadingOrder<?> order : SORTED) {
			List<FileInode> behind = order.sortedBehind(listed, listed.get(last), listed.get(at), most);
			if (!behind.isEmpty()) {
				return behind;
			}
		}
		return List.of();
	}

	private static int indexOf(List<FileInode> files, NodeKey key) {
		for (int i = 0; i < files.size(); i++) {
			if (files.get(i).key().equals(key)) {
				return i;
			}
		}
		return -1;
	}

	static Name nameOf(FileInode file) {
		Place place = file.place();
		return (place != null) ? place.name() : new Name("?");
	}

	/** Behind the end comes what is first. */
	private static List<FileInode> behind(List<FileInode> listed, int at, int most) {
		int count = Math.min(most, listed.size() - 1);
		List<FileInode> behind = new ArrayList<>(count);
		for (int i = 1; i <= count; i++) {
			behind.add(listed.get((at + i) % listed.size()));
		}
		return behind;
	}

	/** To sort a large directory takes long: only if the order fits. */
	private List<FileInode> sortedBehind(List<FileInode> listed, FileInode before, FileInode file, int most) {
		K from = this.sortedBy.apply(before);
		K to = this.sortedBy.apply(file);
		List<Map.Entry<K, FileInode>> behind = new ArrayList<>();
		int skipped = (from.compareTo(to) < 0) ? 0 : MAX_SKIPPED + 1;
		for (int i = 0; i < listed.size() && skipped <= MAX_SKIPPED; i++) {
			K key = this.sortedBy.apply(listed.get(i));
			if (key.compareTo(to) > 0) {
				behind.add(Map.entry(key, listed.get(i)));
			}
			else if (key.compareTo(from) > 0 && key.compareTo(to) < 0) {
				skipped++;
			}
		}
		return (skipped > MAX_SKIPPED) ? List.of()
				: behind.stream().sorted(Map.Entry.comparingByKey()).limit(most).map(Map.Entry::getValue).toList();
	}

}
