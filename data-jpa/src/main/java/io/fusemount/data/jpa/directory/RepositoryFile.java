package io.fusemount.data.jpa.directory;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.NameCodec;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import org.jspecify.annotations.Nullable;

/**
 * One version of a row as a file.
 */
final class RepositoryFile implements RegularFile {

	private final FileSource source;

	private final RowDirectory in;

	private final Row row;

	private final NodeKey key;

	RepositoryFile(FileSource source, RowDirectory in, Row row) {
		this.source = source;
		this.in = in;
		this.row = row;
		this.key = source.key(row.id());
	}

	FileSource source() {
		return this.source;
	}

	/** Returns the directory in which the file was found. */
	RowDirectory in() {
		return this.in;
	}

	Row row() {
		return this.row;
	}

	@Override
	public NodeKey key() {
		return this.key;
	}

	@Override
	public Attributes attributes() {
		Instant unknown = this.source.started();
		Instant created = (this.row.created() != null) ? this.row.created() : unknown;
		Instant modified = (this.row.modified() != null) ? this.row.modified() : created;
		return new Attributes(this.row.size(), (this.row.created() != null) ? created : modified, modified,
				this.source.mapping().writable());
	}

	@Override
	public boolean isChangeable() {
		return this.row.right() == RowRight.CHANGE;
	}

	@Override
	public Ownership ownership() {
		return this.row.ownership();
	}

	@Override
	public ExtendedAttributes extendedAttributes() {
		return this.row.attributes();
	}

	@Override
	public Set<Ownership.Part> keeps() {
		return this.source.mapping().writable() ? this.source.mapping().entity().row().ownership().kept() : Set.of();
	}

	@Override
	public boolean isMeasured() {
		return this.row.length().isMeasured();
	}

	@Override
	public RegularFile measured() {
		Row measured = this.source.measure().measured(this.row);
		return (measured != this.row) ? new RepositoryFile(this.source, this.in, measured) : this;
	}

	/**
	 * Returns the file with its content, or {@code null} if the content belongs to
	 * another version.
	 * @param unique whether no other row of the directory can have the same text
	 */
	@Nullable SmallFile withContent(RowHead found, boolean unique) {
		String version = found.row().withLength(this.row.length()).contentVersion();
		if (version == null || !version.equals(this.row.contentVersion())) {
			return null;
		}
		Row measured = this.row.withLength(this.row.length().withMeasured(found.bytes().length));
		String text = found.row().text();
		return new SmallFile(new RepositoryFile(this.source, this.in, this.source.measure().checked(measured)),
				ByteBuffer.wrap(found.bytes()),
				unique && text != null && text.equals(this.row.text()) && NameCodec.encode(text) != null);
	}

	@Override
	public Content content() {
		return new RowContent(this.source.blobs(), this.row);
	}

	@Override
	public boolean isSameFile(RegularFile other) {
		return other instanceof RepositoryFile file && this.source.isOfSameEntity(file.source)
				&& this.row.id().equals(file.row.id());
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other instanceof RepositoryFile file && key().equals(other.key()) && this.row.isSameVersion(file.row);
	}

	@Override
	public String versionText() {
		return this.row.versionText();
	}

	@Override
	public @Nullable String contentVersion() {
		return this.source.hasVersionedContent() ? this.row.contentVersion() : null;
	}

	@Override
	public boolean isPatchable() {
		return this.source.writer().isPatchable();
	}

	@Override
	public Instant keptTime(Instant time) {
		return this.source.keptTime(time);
	}

	@Override
	public RegularFile update(FileChanges changes) {
		if (!this.source.mapping().writable()) {
			throw new ErrnoException(Errno.EROFS, "The directory is read-only");
		}
		return new RepositoryFile(this.source, this.in,
				this.source.writer().update(this.row, changes, this.in.rights()));
	}

}
