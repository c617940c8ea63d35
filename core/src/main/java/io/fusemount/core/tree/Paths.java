package io.fusemount.core.tree;

import java.util.HashSet;
import java.util.Set;

import io.fusemount.core.inode.Names;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import org.jspecify.annotations.Nullable;

/**
 * The way back from places to absolute paths: through the directories that always exist,
 * and below them through what is remembered.
 */
final class Paths {

	private static final String UNKNOWN = "/...";

	private final Directory root;

	private final Names names;

	Paths(Directory root, Names names) {
		this.root = root;
		this.names = names;
	}

	String of(Place place) {
		return of(place.directoryKey()) + "/" + place.name();
	}

	String of(Directory directory) {
		String path = of(directory.key());
		return path.isEmpty() ? "/" : path;
	}

	/** What is known may be a circle, or become one meanwhile. */
	private String of(NodeKey directory) {
		Set<NodeKey> passed = new HashSet<>();
		String below = "";
		NodeKey above = directory;
		String fixed = find(this.root, "", above);
		while (fixed == null) {
			Place place = passed.add(above) ? this.names.place(above) : null;
			if (place == null) {
				return UNKNOWN + below;
			}
			below = "/" + place.name() + below;
			above = place.directoryKey();
			fixed = find(this.root, "", above);
		}
		return fixed + below;
	}

	private static @Nullable String find(Directory parent, String path, NodeKey wanted) {
		if (parent.key().equals(wanted)) {
			return path;
		}
		if (parent instanceof VirtualDirectory virtual) {
			for (DirectoryEntry entry : virtual.list(null).entries()) {
				String found = (entry.node() instanceof Directory child)
						? find(child, path + "/" + entry.name(), wanted) : null;
				if (found != null) {
					return found;
				}
			}
		}
		return null;
	}

}
