package io.fusemount.core.tree;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.inode.NameTable;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.ChangeObserver;
import org.jspecify.annotations.Nullable;

/**
 * Listings that are not asked for again until anything changes: of directories of which
 * somebody assures that he tells of every change. Where changes are, is not looked at:
 * who tells of a new row does not know its directory. Thread-safe.
 */
public final class KnownListings implements ChangeObserver {

	private final NameTable names;

	private final int maxEntries;

	/** The longest unused first. */
	@GuardedBy("this")
	private final Map<NodeKey, KnownListing> listings = new LinkedHashMap<>(16, 0.75f, true);

	@GuardedBy("this")
	private int entries;

	/**
	 * Creates it.
	 * @param maxEntries how many entries are kept, of all listings together
	 */
	public KnownListings(NameTable names, int maxEntries) {
		this.names = names;
		this.maxEntries = maxEntries;
	}

	/** Whether a listing with so many entries can be kept. */
	boolean takes(int count) {
		return count <= this.maxEntries;
	}

	synchronized @Nullable KnownListing find(Directory directory) {
		KnownListing listing = this.listings.get(directory.key());
		return (listing != null && listing.isValid(this.names)) ? listing : null;
	}

	synchronized void add(Directory directory, KnownListing listing) {
		KnownListing before = this.listings.put(directory.key(), listing);
		this.entries += listing.entries().size() - ((before != null) ? before.entries().size() : 0);
		Iterator<KnownListing> eldest = this.listings.values().iterator();
		while (this.entries > this.maxEntries) {
			this.entries -= eldest.next().entries().size();
			eldest.remove();
		}
	}

	/** Does not keep what its ticket says to be over. */
	private synchronized void forget() {
		this.listings.clear();
		this.entries = 0;
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
	}

	@Override
	public void namesChanged(NodeKey directory) {
		forget();
	}

	@Override
	public void allChanged() {
		forget();
	}

}
