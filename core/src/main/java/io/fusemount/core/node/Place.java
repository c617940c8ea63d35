package io.fusemount.core.node;

import io.fusemount.core.name.Name;

/**
 * A name in a directory. Two places are equal if their names and the keys of their
 * directories are.
 *
 * @param directory the directory
 * @param name the name
 */
public record Place(Directory directory, Name name) {

	private NodeKey key() {
		return this.directory.key();
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Place place && this.name.equals(place.name) && key().equals(place.key());
	}

	@Override
	public int hashCode() {
		return 31 * key().hashCode() + this.name.hashCode();
	}

}
