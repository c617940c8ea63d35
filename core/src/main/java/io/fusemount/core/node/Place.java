package io.fusemount.core.node;

import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * A name in a directory. Two places are equal if their names and the keys of their
 * directories are.
 */
public final class Place {

	private final Directory directory;

	/** Asked once: places are compared where no directory is asked. */
	private final NodeKey key;

	private final Name name;

	/**
	 * Creates a place.
	 * @param directory the directory
	 * @param name the name
	 */
	public Place(Directory directory, Name name) {
		this.directory = directory;
		this.key = directory.key();
		this.name = name;
	}

	/**
	 * Returns the directory.
	 */
	public Directory directory() {
		return this.directory;
	}

	/**
	 * Returns the key of the directory.
	 */
	public NodeKey directoryKey() {
		return this.key;
	}

	/**
	 * Returns the name.
	 */
	public Name name() {
		return this.name;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof Place place && this.name.equals(place.name) && this.key.equals(place.key);
	}

	@Override
	public int hashCode() {
		return 31 * this.key.hashCode() + this.name.hashCode();
	}

	@Override
	public String toString() {
		return this.name + " in " + this.key;
	}

}
