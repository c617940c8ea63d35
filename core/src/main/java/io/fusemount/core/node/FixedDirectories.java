package io.fusemount.core.node;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the directories that exist for as long as the one that they are in.
 */
final class FixedDirectories {

	private FixedDirectories() {
	}

	static List<DirectoryEntry> in(Directory directory) {
		List<DirectoryEntry> fixed = new ArrayList<>();
		String position = null;
		do {
			DirectoryPage page = directory.list(position);
			page.entries()
				.stream()
				.filter((entry) -> entry.node() instanceof Directory inner && inner.isFixed())
				.forEach(fixed::add);
			position = page.next();
		}
		while (position != null);
		return fixed;
	}

}
