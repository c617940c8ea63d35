package io.fusemount.core.tree;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.inode.Lease;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.ChangeObserver;
import org.jspecify.annotations.Nullable;

/**
 * Pages of listings that are not asked for again until anything changes: of directories
 * of which somebody assures that he tells of every change. Where changes are, is not
 * looked at: who tells of a new row does not know its directory. Thread-safe.
 */
public final class KnownPages implements ChangeObserver {

	private final NameTable names;

	private final int maxEntries;

	/** The longest unused first. */
	@GuardedBy("this")
	private final Map<Start, Known> pages = new LinkedHashMap<>(16, 0.75f, true);

	@GuardedBy("this")
	private int size;

	/**
	 * Creates it.
	 * @param maxEntries how many entries are kept, of all pages together
	 */
	public KnownPages(NameTable names, int maxEntries) {
		this.names = names;
		this.maxEntries = maxEntries;
	}

	/**
	 * Returns what the directory would answer now, or {@code null} if it has to be asked.
	 */
	synchronized @Nullable Known find(Directory directory, @Nullable String position) {
		Known known = this.pages.get(new Start(directory.key(), position));
		return (known != null && isCurrent(known) && known.lease().isValid()) ? known : null;
	}

	private boolean isCurrent(Known known) {
		return known.ticket() == this.names.ticket();
	}

	synchronized void add(Directory directory, @Nullable String position, Known known) {
		if (!isCurrent(known)) {
			return;
		}
		Known before = this.pages.put(new Start(directory.key(), position), known);
		this.size += known.size() - ((before != null) ? before.size() : 0);
		Iterator<Known> eldest = this.pages.values().iterator();
		while (this.size > this.maxEntries) {
			this.size -= eldest.next().size();
			eldest.remove();
		}
	}

	/** Does not keep what its ticket says to be over. */
	private synchronized void forget() {
		this.pages.clear();
		this.size = 0;
	}

	@Override
	public void named(Place place, @Nullable Node node) {
		forget();
	}

	@Override
	public void updated(NodeKey file) {
		forget();
	}

	@Override
	public void changed(NodeKey node) {
		forget();
	}

	@Override
	public void touched(NodeKey directory) {
		// Its times are in no page.
	}

	@Override
	public void namesChanged(NodeKey directory) {
		forget();
	}

	@Override
	public void allChanged() {
		forget();
	}

	/**
	 * Where a page begins.
	 *
	 * @param position as the directory knows it, {@code null} at the beginning
	 */
	private record Start(NodeKey directory, @Nullable String position) {

	}

	/**
	 * A page.
	 *
	 * @param page what the directory has answered
	 * @param ticket the number of changes before it was asked
	 * @param lease how long it may be taken for true, from then on
	 */
	record Known(DirectoryPage page, long ticket, Lease lease) {

		/** An empty page takes room, too. */
		int size() {
			return page().entries().size() + 1;
		}

	}

}
