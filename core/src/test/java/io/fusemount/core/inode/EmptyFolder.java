package io.fusemount.core.inode;

import java.time.Instant;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.EmptyDirectory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;

/**
 * One of several directories whose sources have nothing in them.
 */
final class EmptyFolder extends EmptyDirectory {

	static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");

	private final String id;

	EmptyFolder(String id) {
		this.id = id;
	}

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

}
