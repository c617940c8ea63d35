package io.fusemount.conformance.programs;

import java.util.List;
import java.util.Set;

import io.fusemount.conformance.memory.InMemoryDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Rows in memory.
 */
public final class InMemoryRows implements ObservedRows {

	private final InMemoryDirectory directory;

	private long commits;

	/**
	 * Observes the rows of a directory.
	 */
	public InMemoryRows(InMemoryDirectory directory) {
		this.directory = directory;
		forget();
	}

	@Override
	public @Nullable Object id(String name) {
		return this.directory.application().key(name);
	}

	@Override
	public byte @Nullable [] content(String name) {
		return this.directory.application().content(name);
	}

	@Override
	public List<String> names() {
		return this.directory.application().names();
	}

	@Override
	public Set<String> stored() {
		return this.directory.application().storedNames();
	}

	@Override
	public long commits() {
		return this.directory.calls().writes() - this.commits;
	}

	@Override
	public void forget() {
		this.directory.application().forgetStoredNames();
		this.commits = this.directory.calls().writes();
	}

}
