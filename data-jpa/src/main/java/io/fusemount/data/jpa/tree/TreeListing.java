package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a directory, by pages: first the fixed directories, then those of the
 * variable, then the files of each repository. A position is the number of such a part,
 * and the position within that part.
 *
 * @param directory the directory
 */
record TreeListing(TreeDirectory directory) {

	private static final String START = "0:";

	DirectoryPage page(@Nullable String position) {
		String from = (position != null) ? position : START;
		int separator = from.indexOf(':');
		int part = Integer.parseInt(from.substring(0, separator));
		String within = from.substring(separator + 1);
		List<DirectoryEntry> entries = new ArrayList<>();
		String next = null;
		Set<Name> directories = null;
		// A short part shares its page with the next one.
		while (next == null && part < parts()) {
			DirectoryPage page = part(part, within.isEmpty() ? null : within, directories);
			// Names that the caller does not see are taken, too.
			if (part == 1 && within.isEmpty() && page.next() == null && this.directory.shape().seers().areOne()) {
				directories = names(page);
			}
			entries.addAll(page.entries());
			next = page.next();
			within = "";
			if (next == null) {
				part++;
			}
		}
		return new DirectoryPage(entries, (next != null) ? part + ":" + next : null);
	}

	private int parts() {
		return 2 + this.directory.shape().files().size();
	}

	/**
	 * Returns the names in a page, including a plain name that several rows have, under
	 * which none of them is shown.
	 */
	private static Set<Name> names(DirectoryPage page) {
		Set<Name> names = new HashSet<>();
		for (DirectoryEntry entry : page.entries()) {
			names.add(entry.name());
			if (((TreeDirectory) entry.node()).step() instanceof Step.Row folder) {
				Name plain = folder.row().plainName();
				if (plain != null) {
					names.add(plain);
				}
			}
		}
		return names;
	}

	/**
	 * Returns a page of a part. If all directories have just been read, their names need
	 * no statement.
	 */
	private DirectoryPage part(int part, @Nullable String position, @Nullable Set<Name> directories) {
		if (part == 0) {
			List<DirectoryEntry> entries = this.directory.directories()
				.fixed()
				.map((child) -> new DirectoryEntry(child.name(), child))
				.toList();
			return new DirectoryPage(entries, null);
		}
		if (part == 1) {
			return variable(position);
		}
		TreeFiles files = this.directory.shape().files().get(part - 2);
		return files.source().list(this.directory.files().rows(files, directories), position);
	}

	private DirectoryPage variable(@Nullable String position) {
		Level level = this.directory.shape().level();
		if (level == null) {
			return new DirectoryPage(List.of(), null);
		}
		DirectoryPage page = level.list(this.directory, position);
		TreeDirectory nothing = (page.next() == null) ? this.directory.directories().nothing() : null;
		if (nothing == null) {
			return page;
		}
		List<DirectoryEntry> entries = new ArrayList<>(page.entries());
		entries.add(new DirectoryEntry(nothing.name(), nothing));
		return new DirectoryPage(entries, null);
	}

}
