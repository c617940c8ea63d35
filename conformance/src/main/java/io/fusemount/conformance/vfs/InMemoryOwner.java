package io.fusemount.conformance.vfs;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the rows of an {@link InMemoryDirectory}.
 */
public final class InMemoryOwner implements Application {

	private final InMemoryDirectory directory;

	/**
	 * Creates the owner of a directory.
	 */
	public InMemoryOwner(InMemoryDirectory directory) {
		this.directory = directory;
	}

	@Override
	public void put(String name, byte[] content) {
		this.directory.application().put(name, content);
	}

	@Override
	public void noteSize(String name, long size) {
		this.directory.application().noteSize(name, size);
	}

	@Override
	public void remove(String name) {
		this.directory.application().remove(name);
	}

	@Override
	public byte @Nullable [] content(String name) {
		return this.directory.application().content(name);
	}

	@Override
	public @Nullable NodeKey key(String name) {
		return this.directory.application().key(name);
	}

	@Override
	public long commits() {
		return this.directory.calls().writes();
	}

	@Override
	public long lookups() {
		return this.directory.calls().count(Call.FIND) + this.directory.calls().count(Call.LIST);
	}

	@Override
	public long fetches() {
		return this.directory.calls().count(Call.READ);
	}

	@Override
	public void failNextCommit(Errno errno) {
		this.directory.troubles().failNextWrite(errno);
	}

	@Override
	public Gate holdCommits() {
		return this.directory.troubles().blockWrites();
	}

}
