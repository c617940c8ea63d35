package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.blob.JpaBlobStore;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.MappingWarnings;
import org.jspecify.annotations.Nullable;

/**
 * A repository as a directory, its rows as files.
 */
public final class RepositoryDirectory implements Directory {

	private final FileMapping mapping;

	private final EntityMapping entity;

	private final NewRows newRows;

	private final DatabaseAccess access;

	private final RowLookup lookup;

	private final RowWriter writer;

	private final EntityContent content;

	private final JpaBlobStore blobs;

	private final RowMeasure measure;

	private final Attributes attributes;

	private final Origin origin;

	/**
	 * Creates the directory.
	 * @param newRows what becomes of new rows
	 * @param pageSize how many rows one statement of a listing fetches
	 * @param maxInMemory the most bytes of content that may be held in memory at once
	 */
	public RepositoryDirectory(FileMapping mapping, NewRows newRows, DatabaseAccess access, int pageSize,
			long maxInMemory) {
		this.mapping = mapping;
		this.entity = mapping.entity();
		this.newRows = newRows;
		this.access = access;
		this.content = new EntityContent(this.entity, maxInMemory);
		RowQueries queries = new RowQueries(this.entity, this.content.length("e"),
				this.content.lengthWhereUnnoted("e"));
		SharedTexts shared = new SharedTexts(mapping.path());
		this.lookup = new RowLookup(this.entity, queries, shared, pageSize);
		this.writer = new RowWriter(mapping, newRows, access, this.content, queries, shared);
		this.blobs = new JpaBlobStore(access, this.entity, this.content);
		this.measure = new RowMeasure(mapping, this.content, this.blobs, this.content.isLengthCostly());
		this.attributes = Attributes.directory(Instant.now(), mapping.writable());
		this.origin = new Origin(mapping.repositoryInterface().getName(), this.entity.type().getName(),
				MappingWarnings.of(mapping));
	}

	@Override
	public NodeKey key() {
		// No entity is called so.
		return new NodeKey("/", this.mapping.path());
	}

	NodeKey key(Row row) {
		return new NodeKey(this.entity.name(), this.entity.id().format(row.id()));
	}

	@Override
	public Attributes attributes() {
		return this.attributes;
	}

	JpaBlobStore blobs() {
		return this.blobs;
	}

	RowMeasure measure() {
		return this.measure;
	}

	/**
	 * Whether content does not change without its row. That of another entity may.
	 */
	boolean hasVersionedContent() {
		return this.entity.content().association() == null;
	}

	RowWriter writer() {
		return this.writer;
	}

	@Override
	public @Nullable Node find(Name name) {
		List<Row> found = this.access.read((entityManager) -> {
			Row row = this.lookup.find(entityManager, name);
			return (row != null) ? List.of(row) : List.of();
		});
		return found.isEmpty() ? null : new RepositoryFile(this, this.measure.checked(found.get(0)));
	}

	@Override
	public boolean isAmbiguous(Name name) {
		String text = RowNames.text(name.value());
		// What is remembered may be over.
		return text != null && this.lookup.isShared(text) && find(name) == null && this.lookup.isShared(text);
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		Object last = (position != null) ? this.entity.id().parse(position) : null;
		RowPage page = this.measure
			.page((measured) -> this.access.read((entityManager) -> this.lookup.page(entityManager, last, measured)));
		List<DirectoryEntry> entries = new ArrayList<>(page.rows().size());
		page.rows()
			.forEach((name, row) -> entries
				.add(new DirectoryEntry(name, new RepositoryFile(this, this.measure.checked(row)))));
		return new DirectoryPage(entries, (page.last() != null) ? this.entity.id().format(page.last()) : null);
	}

	@Override
	public String describeContent() {
		return this.content.describe();
	}

	@Override
	public Origin origin() {
		return this.origin;
	}

	@Override
	public void requireRoomFor(long bytes) {
		this.content.requireRoomFor(bytes);
	}

	@Override
	public boolean canCreate() {
		return this.mapping.writable();
	}

	@Override
	public @Nullable String refusesNewFiles() {
		return this.newRows.refusal();
	}

	@Override
	public boolean canDelete() {
		return this.mapping.deletable();
	}

	@Override
	public RegularFile create(Name name, FileChanges initial) {
		requireWritable();
		requireNewFiles();
		return new RepositoryFile(this, this.writer.create(name, initial));
	}

	@Override
	public void delete(RegularFile file) {
		requireDeletable();
		this.writer.delete(row(file));
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		requireWritable();
		if (replaced == null) {
			return new RepositoryFile(this, this.writer.rename(row(source), target));
		}
		requireDeletable();
		// What is noted for the source would be noted for the other one.
		return new RepositoryFile(this, this.writer.replace(this.measure.measured(row(source)), row(replaced)));
	}

	private static Row row(RegularFile file) {
		return ((RepositoryFile) file).row();
	}

	private void requireWritable() {
		if (!canCreate()) {
			throw new ErrnoException(Errno.EROFS, "The directory '" + this.mapping.path() + "' is read-only");
		}
	}

	private void requireDeletable() {
		if (!canDelete()) {
			throw new ErrnoException(this.mapping.writable() ? Errno.EPERM : Errno.EROFS,
					"Files of '" + this.mapping.path() + "' can not be deleted");
		}
	}

}
