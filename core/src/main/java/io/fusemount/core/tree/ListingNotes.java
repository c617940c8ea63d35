package io.fusemount.core.tree;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * The reading of a directory, as it goes from one process to the next: a program goes on
 * with the entry at which it was, whatever has left since it began.
 */
public final class ListingNotes {

	private ListingNotes() {
	}

	/**
	 * Writes down where the pages start, and which names are on those in memory.
	 */
	public static void write(DirectoryListing listing, NoteWriter notes) {
		notes.number(listing.pages.size());
		for (PageStart page : listing.pages) {
			notes.number(page.firstIndex()).text(page.position()).flag(page.uncommitted());
		}
		notes.number(listing.held.size());
		for (HeldPage page : listing.held) {
			notes.number(page.page()).number(page.entries().size());
			for (int i = 0; i < page.entries().size(); i++) {
				Listed entry = page.entries().entry(i);
				notes.text((entry != null) ? entry.name().value() : null);
			}
		}
	}

	/**
	 * Returns something that is another object after another page has been read.
	 */
	public static Object state(DirectoryListing listing) {
		return listing.held;
	}

	/**
	 * Goes on with a reading that was written down.
	 * @param listing one of the same directory that has not begun
	 */
	public static void read(DirectoryListing listing, NoteReader notes) {
		List<PageStart> pages = new ArrayList<>();
		for (long count = notes.number(); count > 0; count--) {
			pages.add(new PageStart(notes.number(), notes.text(), notes.flag()));
		}
		List<HeldPage> held = new ArrayList<>();
		for (long count = notes.number(); count > 0; count--) {
			int page = (int) notes.number();
			ListedPage entries = new ListedPage();
			entries.resume(names(notes), seen(listing, pages.get(page)));
			held.add(new HeldPage(page, entries));
		}
		listing.pages.clear();
		listing.pages.addAll(pages);
		listing.held = held;
		// Other names may be on the pages by now, so they cannot be compared.
		listing.changed = true;
	}

	private static List<@Nullable Name> names(NoteReader notes) {
		List<@Nullable Name> names = new ArrayList<>();
		for (long count = notes.number(); count > 0; count--) {
			String name = notes.text();
			names.add((name != null) ? new Name(name) : null);
		}
		return names;
	}

	/**
	 * The directory may be gone: then all of its entries have left. If the database has
	 * no answer, the start fails, and is tried again.
	 */
	private static List<Listed> seen(DirectoryListing listing, PageStart page) {
		try {
			return listing.read(page);
		}
		catch (ErrnoException ex) {
			if (ex.errno().isRefusal()) {
				return List.of();
			}
			throw ex;
		}
	}

}
