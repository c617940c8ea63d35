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
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.blob.JpaBlobStore;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileMapping;
import org.jspecify.annotations.Nullable;

/**
 * A repository as a directory, its rows as files.
 */
public final class RepositoryDirectory implements Directory {

	private final FileMapping mapping;

	private final EntityMapping entity;

	private final DatabaseAccess access;

	private final int pageSize;

	private final RowLookup lookup;

	private final RowWriter writer;

	private final EntityContent content;

	private final JpaBlobStore blobs;

	private final Attributes attributes;

	/**
	 * Creates the directory.
	 * @param pageSize how many rows one statement of a listing fetches
	 * @param maxInMemory the most bytes of content that may be held in memory at once
	 */
	public RepositoryDirectory(FileMapping mapping, DatabaseAccess access, int pageSize, long maxInMemory) {
		this.mapping = mapping;
		this.entity = mapping.entity();
		this.access = access;
		this.pageSize = pageSize;
		this.content = new EntityContent(this.entity, maxInMemory);
		RowQueries queries = new RowQueries(this.entity);
		SharedTexts shared = new SharedTexts(mapping.path());
		this.lookup = new RowLookup(this.entity, queries, shared, pageSize);
		this.writer = new RowWriter(mapping, access, this.content, queries, shared);
		this.blobs = new JpaBlobStore(access, this.entity, this.content);
		this.attributes = Attributes.directory(Instant.now(), mapping.writable());
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

	RowWriter writer() {
		return this.writer;
	}

	@Override
	public @Nullable Node find(Name name) {
		List<Row> found = this.access.read((entityManager) -> {
			Row row = this.lookup.find(entityManager, name);
			return (row != null) ? List.of(row) : List.of();
		});
		return found.isEmpty() ? null : new RepositoryFile(this, found.get(0));
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
		return this.access.read((entityManager) -> {
			List<Row> rows = this.lookup.page(entityManager, last);
			boolean more = rows.size() > this.pageSize;
			List<Row> page = more ? rows.subList(0, this.pageSize) : rows;
			List<DirectoryEntry> entries = new ArrayList<>(page.size());
			this.lookup.named(entityManager, page)
				.forEach((name, row) -> entries.add(new DirectoryEntry(name, new RepositoryFile(this, row))));
			return new DirectoryPage(entries, more ? this.entity.id().format(page.get(this.pageSize - 1).id()) : null);
		});
	}

	@Override
	public String describeContent() {
		return this.content.describe();
	}

	@Override
	public boolean canCreate() {
		return this.mapping.writable();
	}

	@Override
	public boolean canDelete() {
		return this.mapping.deletable();
	}

	@Override
	public RegularFile create(Name name, FileChanges initial) {
		requireWritable();
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
		return new RepositoryFile(this, this.writer.replace(row(source), row(replaced)));
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
