package io.fusemount.core.tree;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.ChangeObserver;
import org.jspecify.annotations.Nullable;

/**
 * The listings that programs have begun to read, by directory. Each is told what leaves
 * its directory and what is renamed there: a page may be read long before its last entry
 * is shown. Thread-safe.
 */
public final class OpenListings implements ChangeObserver {

	private final ConcurrentMap<NodeKey, List<DirectoryListing>> listings = new ConcurrentHashMap<>();

	void add(DirectoryListing listing) {
		this.listings.merge(listing.directory().key(), List.of(listing),
				(before, added) -> Stream.concat(before.stream(), added.stream()).toList());
	}

	void remove(DirectoryListing listing) {
		this.listings.computeIfPresent(listing.directory().key(), (key, before) -> {
			List<DirectoryListing> others = before.stream().filter((other) -> other != listing).toList();
			return others.isEmpty() ? null : others;
		});
	}

	private void tell(NodeKey directory, Consumer<ListedPage> news) {
		this.listings.getOrDefault(directory, List.of()).forEach((listing) -> listing.hear(news));
	}

	@Override
	public void named(Place place, @Nullable Node node) {
		// What had the name before is told by itself.
	}

	@Override
	public void renamed(Place source, Place target, Node node) {
		NodeKey directory = source.directory().key();
		if (directory.equals(target.directory().key())) {
			tell(directory, (page) -> page.renamed(source.name(), target.name(), node));
		}
		else {
			left(source, node.key());
		}
	}

	@Override
	public void left(Place place, NodeKey node) {
		tell(place.directory().key(), (page) -> page.left(place.name(), node));
	}

	@Override
	public void deleted(NodeKey node) {
		this.listings.keySet().forEach((directory) -> tell(directory, (page) -> page.gone(node)));
	}

	@Override
	public void updated(NodeKey file) {
		// It is where it was.
	}

	@Override
	public void changed(NodeKey node) {
		// Nobody says that it is gone.
	}

	@Override
	public void touched(NodeKey directory) {
		// Names in it are told by themselves.
	}

	@Override
	public void namesChanged(NodeKey directory) {
		// Nobody says which.
	}

	@Override
	public void allChanged() {
		// Nobody says what.
	}

}
