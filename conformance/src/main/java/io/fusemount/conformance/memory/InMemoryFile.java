package io.fusemount.conformance.memory;

import java.nio.ByteBuffer;
import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;

/**
 * A snapshot of a row of an {@link InMemoryDirectory}.
 */
final class InMemoryFile implements RegularFile {

	private final InMemoryDirectory directory;

	private final Row row;

	private final boolean measured;

	InMemoryFile(InMemoryDirectory directory, Row row) {
		this(directory, row, row.noted() <= 0);
	}

	private InMemoryFile(InMemoryDirectory directory, Row row, boolean measured) {
		this.directory = directory;
		this.row = row;
		this.measured = measured;
	}

	Row row() {
		return this.row;
	}

	@Override
	public NodeKey key() {
		return this.directory.key(this.row.id());
	}

	@Override
	public Attributes attributes() {
		long size = this.measured ? this.row.content().length : this.row.noted();
		return new Attributes(size, this.row.created(), this.row.modified(), this.directory.traits().writable);
	}

	@Override
	public Ownership ownership() {
		return this.row.ownership();
	}

	@Override
	public Set<Ownership.Part> keeps() {
		return this.directory.keepsOfNew(false);
	}

	@Override
	public boolean isMeasured() {
		return this.measured;
	}

	@Override
	public RegularFile measured() {
		return this.measured ? this : new InMemoryFile(this.directory, this.row, true);
	}

	@Override
	public Content content() {
		return this::read;
	}

	private int read(long position, ByteBuffer target) {
		Row current = this.directory.fetch(this.row.id());
		if (current == null || current.version() != this.row.version()) {
			throw new ErrnoException(Errno.ESTALE, "The row of '" + this.row.name() + "' has moved on");
		}
		byte[] content = current.content();
		if (position >= content.length) {
			return 0;
		}
		int length = Math.min(target.remaining(), content.length - (int) position);
		target.put(content, (int) position, length);
		return length;
	}

	@Override
	public boolean isPatchable() {
		return this.directory.traits().patchable;
	}

	@Override
	public String contentVersion() {
		return Long.toString(this.row.version());
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof InMemoryFile file && file.key().equals(key())
				&& file.row.version() == this.row.version();
	}

	@Override
	public RegularFile update(FileChanges changes) {
		return this.directory.update(this.row, changes);
	}

	@Override
	public String toString() {
		return this.row.name() + " (row " + this.row.id() + ", version " + this.row.version() + ")";
	}

}
