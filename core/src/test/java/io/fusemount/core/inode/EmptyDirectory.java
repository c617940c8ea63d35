package io.fusemount.core.inode;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * A directory whose source has nothing in it.
 */
record EmptyDirectory(String id) implements Directory {

	static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

	Place place(String name) {
		return new Place(this, new Name(name));
	}

	@Override
	public NodeKey key() {
		return new NodeKey("folders", this.id);
	}

	@Override
	public Attributes attributes() {
		return Attributes.directory(CREATED, true);
	}

	@Override
	public @Nullable Node find(Name name) {
		return null;
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		return new DirectoryPage(List.of(), null);
	}

}
