package io.fusemount.data.jpa.directory;

import java.time.Instant;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * One version of a row as a file.
 */
final class RepositoryFile implements RegularFile {

	private final RepositoryDirectory directory;

	private final Row row;

	RepositoryFile(RepositoryDirectory directory, Row row) {
		this.directory = directory;
		this.row = row;
	}

	Row row() {
		return this.row;
	}

	@Override
	public NodeKey key() {
		return this.directory.key(this.row);
	}

	@Override
	public Attributes attributes() {
		Instant unknown = this.directory.attributes().created();
		Instant created = (this.row.created() != null) ? this.row.created() : unknown;
		Instant modified = (this.row.modified() != null) ? this.row.modified() : created;
		return new Attributes(this.row.size(), (this.row.created() != null) ? created : modified, modified,
				this.directory.canCreate());
	}

	@Override
	public RegularFile measured() {
		Row measured = this.directory.measure().measured(this.row);
		return (measured != this.row) ? new RepositoryFile(this.directory, measured) : this;
	}

	@Override
	public Content content() {
		return new RowContent(this.directory.blobs(), this.row);
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof RepositoryFile file && key().equals(other.key()) && this.row.isSameVersion(file.row);
	}

	@Override
	public @Nullable String contentVersion() {
		return this.directory.hasVersionedContent() ? this.row.contentVersion() : null;
	}

	@Override
	public boolean isPatchable() {
		return this.directory.writer().isPatchable();
	}

	@Override
	public RegularFile update(FileChanges changes) {
		if (!this.directory.canCreate()) {
			throw new ErrnoException(Errno.EROFS, "The directory is read-only");
		}
		return new RepositoryFile(this.directory, this.directory.writer().update(this.row, changes));
	}

}
