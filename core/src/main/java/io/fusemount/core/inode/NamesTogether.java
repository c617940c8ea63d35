package io.fusemount.core.inode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.name.Name;

/**
 * Chooses the names to look up along with one whose lease has ended. Programs go through
 * a directory in the same order again and again (a backup, {@code rsync}, a loop): the
 * names that became known after the wanted one are likely to be wanted next, and the more
 * of them were wanted before, the more are chosen, as with reading ahead.
 * {@link InodeTable} guards it.
 */
final class NamesTogether {

	/** With the one that is wanted. */
	private static final int MAX_TOGETHER = 256;

	private final LinkedHashMap<Name, Found> found;

	/** The names that were chosen last and have not been wanted yet. */
	private Set<Name> ahead = Set.of();

	private int aheadAtFirst;

	private int together = 1;

	NamesTogether(LinkedHashMap<Name, Found> found) {
		this.found = found;
	}

	/** Records that a name was looked up, or is not to be chosen any more. */
	void wanted(Name name) {
		if (!this.ahead.isEmpty()) {
			this.ahead.remove(name);
		}
	}

	List<Name> choose(Name wanted) {
		Found known = this.found.get(wanted);
		if (known == null || known.counts() || !(known.inode instanceof FileInode)) {
			return List.of();
		}
		this.together = (2 * this.ahead.size() > this.aheadAtFirst) ? Math.max(1, this.together / 2)
				: Math.min(2 * this.together, MAX_TOGETHER);
		List<Name> chosen = new ArrayList<>(this.together);
		Iterator<Map.Entry<Name, Found>> oldest = this.found.entrySet().iterator();
		for (int i = 0; i < 2 * this.together && oldest.hasNext() && chosen.size() < this.together - 1; i++) {
			Map.Entry<Name, Found> entry = oldest.next();
			if (entry.getValue().isEndingFile() && !entry.getKey().equals(wanted)) {
				chosen.add(entry.getKey());
			}
		}
		// A concurrent lookup chooses among those behind.
		chosen.forEach((name) -> this.found.put(name, Objects.requireNonNull(this.found.remove(name))));
		this.ahead = chosen.isEmpty() ? Set.of() : new HashSet<>(chosen);
		this.aheadAtFirst = chosen.size();
		return chosen;
	}

}
