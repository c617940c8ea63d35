package io.fusemount.data.jpa.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import io.fusemount.data.jpa.blob.EntityContent;
import io.fusemount.data.jpa.blob.JpaBlobStore;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.EntityMapping;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.MappingWarnings;
import io.fusemount.data.jpa.quota.RowQuotas;
import io.fusemount.data.jpa.scope.CallerRights;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * A repository as a source of files, whose rows are in one directory or in many.
 */
public final class FileSource {

	private final FileMapping mapping;

	private final EntityMapping entity;

	private final String space;

	private final NewRows newRows;

	private final DatabaseAccess access;

	private final RowQueries queries;

	private final RowLookup lookup;

	private final RowWriter writer;

	private final EntityContent content;

	private final RowQuotas quotas;

	private final JpaBlobStore blobs;

	private final RowMeasure measure;

	/**
	 * The expression for the beginning of content, {@code null} if files are read singly.
	 */
	private final @Nullable String head;

	private final Instant started = Instant.now();

	/**
	 * Creates the source.
	 * @param newRows completes new rows
	 * @param space the space in which the keys of the files are unique
	 * @param kind the kind that tells the files from others in the same directory, or
	 * {@code null} if there are no others
	 * @param pageSize how many rows one statement of a listing fetches
	 * @param maxInMemory the most bytes of content that may be held in memory at once
	 */
	public FileSource(FileMapping mapping, NewRows newRows, DatabaseAccess access, String space, @Nullable String kind,
			int pageSize, long maxInMemory) {
		this.mapping = mapping;
		this.entity = mapping.entity();
		this.space = space;
		this.newRows = newRows;
		this.access = access;
		this.content = new EntityContent(this.entity, maxInMemory);
		this.queries = new RowQueries(this.entity.row(), this.content.length("e"),
				this.content.lengthWhereUnnoted("e"));
		this.quotas = new RowQuotas(mapping, access);
		SharedTexts shared = new SharedTexts(mapping.path());
		this.lookup = new RowLookup(this.entity.row(), this.queries, new RowNames(this.entity.id(), kind), shared,
				mapping.rights().asked().pageSize(pageSize));
		this.writer = new RowWriter(mapping, newRows, access, this.content, this.queries, this.lookup, shared,
				this.quotas, this::key);
		this.blobs = new JpaBlobStore(access, this.entity, this.content);
		this.measure = new RowMeasure(mapping, this.content, this.blobs, this.content.isLengthCostly());
		boolean listed = hasVersionedContent() && this.entity.id().conditions().areListed();
		this.head = listed ? this.content.head("e") : null;
	}

	/**
	 * Returns the mapping of the repository.
	 */
	public FileMapping mapping() {
		return this.mapping;
	}

	/**
	 * Returns the access to the database of the repository.
	 */
	public DatabaseAccess access() {
		return this.access;
	}

	/**
	 * Returns the key of the file with an id.
	 */
	public NodeKey key(Object id) {
		return new NodeKey(this.space, this.entity.id().format(id));
	}

	Instant started() {
		return this.started;
	}

	JpaBlobStore blobs() {
		return this.blobs;
	}

	RowMeasure measure() {
		return this.measure;
	}

	RowWriter writer() {
		return this.writer;
	}

	/**
	 * Whether content changes only with its row. Content of another entity may change
	 * alone.
	 */
	public boolean hasVersionedContent() {
		return this.entity.isContentOwn();
	}

	private <T> T look(Function<EntityManager, T> work) {
		return ShownRows.look(this.access, this.mapping.rights(), work);
	}

	private RegularFile file(RowDirectory in, Row row) {
		return new RepositoryFile(this, in, row);
	}

	/**
	 * Returns the file with the name, or {@code null}.
	 * @param first whether the other names of the directory have not yet been looked up
	 */
	public @Nullable RegularFile find(RowDirectory in, Name name, boolean first) {
		RowDirectory seen = in.ofCaller();
		List<Row> found = look((entityManager) -> {
			Row row = this.lookup.find(entityManager, seen, name, first);
			return (row != null) ? List.of(row) : List.of();
		});
		return found.isEmpty() ? null : file(in, this.measure.checked(found.get(0)));
	}

	/**
	 * Returns the files with the names, as far as one statement finds them.
	 */
	public Map<Name, RegularFile> findTogether(RowDirectory in, List<Name> names) {
		Map<Name, RegularFile> files = new HashMap<>();
		RowDirectory seen = in.ofCaller();
		look((entityManager) -> this.lookup.findTogether(entityManager, seen, names))
			.forEach((name, row) -> files.put(name, file(in, this.measure.checked(row))));
		return files;
	}

	/**
	 * Whether small files are read together: a statement can read them, and a version
	 * shows whether their content is unchanged.
	 */
	public boolean readsTogether() {
		return this.head != null;
	}

	/**
	 * Whether a key of the database keeps the names of the files in a scope apart.
	 */
	public boolean isUnique(Scope scope) {
		return !this.queries.isSharing(scope);
	}

	/**
	 * Returns small files with all of their content, read by one statement.
	 * @param maxBytes the most bytes of content that a file may have
	 */
	public List<SmallFile> readTogether(RowDirectory in, List<RegularFile> files, int maxBytes) {
		String beginning = this.head;
		if (beginning == null) {
			return List.of();
		}
		Map<Object, RepositoryFile> known = new HashMap<>();
		files.forEach((file) -> known.put(row(file).id(), (RepositoryFile) file));
		boolean unique = in.taken() == TakenNames.NONE && isUnique(in.scope());
		int most = mostBytes(files, maxBytes);
		CallerRights rights = in.rights().get();
		// One byte more shows whether a file is longer than its noted size.
		return look((entityManager) -> this.queries.heads(entityManager, in.scope(), rights, known.keySet(), beginning,
				this.content.isShort("e"), most + 1))
			.stream()
			.filter((found) -> found.bytes().length <= most)
			.map((found) -> Objects.requireNonNull(known.get(found.row().id())).withContent(found, unique))
			.filter(Objects::nonNull)
			.toList();
	}

	/** Noted sizes bound the memory of several files. */
	private static int mostBytes(List<RegularFile> files, int maxBytes) {
		long noted = files.stream().mapToLong((file) -> row(file).size()).max().orElse(0);
		return (files.size() == 1) ? maxBytes : (int) Math.min(maxBytes, noted);
	}

	/**
	 * Whether the name could mean several files, none of which has it, or a file that the
	 * caller may not see.
	 */
	public boolean isTaken(RowDirectory in, Name name) {
		// The remembered state may be outdated.
		Scope scope = in.ofCaller().scope();
		return this.lookup.isRemembered(scope, name) && find(in, name, false) == null
				&& this.lookup.isRemembered(scope, name);
	}

	/**
	 * Returns a page of the files in a directory.
	 * @param position {@link DirectoryPage#next()} of the previous page, or {@code null}
	 */
	public DirectoryPage list(RowDirectory in, @Nullable String position) {
		Object last = (position != null) ? this.entity.id().parse(position) : null;
		RowDirectory seen = in.ofCaller();
		RowPage page = this.measure.page((measured) -> this.access
			.read((entityManager) -> this.lookup.page(entityManager, seen, last, measured)));
		List<DirectoryEntry> entries = new ArrayList<>(page.rows().size());
		page.rows().forEach((name, row) -> entries.add(new DirectoryEntry(name, file(in, this.measure.checked(row)))));
		return new DirectoryPage(entries, (page.last() != null) ? this.entity.id().format(page.last()) : null);
	}

	/**
	 * Returns the names of the files in a scope.
	 */
	public RowTexts names(Scope scope) {
		return new RowTexts(this.entity.row(), this.lookup, scope);
	}

	/**
	 * Returns a sentence about how the content is stored and read.
	 */
	public @Nullable String describeContent() {
		return this.content.describe();
	}

	/**
	 * Returns the origin of the files.
	 * @param path the path of their directory
	 */
	public Origin origin(String path) {
		return new Origin(path, this.mapping.repositoryInterface().getName(), this.entity.type().getName(),
				this.mapping.writable(), this.newRows.refusal(), this.content.describe(),
				MappingWarnings.of(this.mapping), (this.mapping.quota() != null) ? this.quotas : null);
	}

	/**
	 * Requires that the content of a file may have the size.
	 */
	public void requireRoomFor(long bytes) {
		this.content.requireRoomFor(bytes);
	}

	/**
	 * Returns the quota of a file, {@code null} if there is none or it is not known yet.
	 * @param file the file, {@code null} for a new one
	 */
	public @Nullable Quota quota(Scope scope, @Nullable RegularFile file) {
		return this.quotas.of(scope, (file != null) ? row(file).id() : null);
	}

	/**
	 * Returns a time as a file keeps it.
	 */
	public Instant keptTime(Instant time) {
		return this.entity.keptTime(time);
	}

	/**
	 * Returns the birth time that a new file will have.
	 */
	public Instant keptBirth(Instant created, Instant modified) {
		return this.entity.keptBirth(created, modified);
	}

	/**
	 * Requires that a row can have the name.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EINVAL} or
	 * {@code ENAMETOOLONG} if no row can
	 */
	public void requireName(Name name) {
		this.writer.requireName(name);
	}

	/**
	 * Returns why no file can be created in a directory, or {@code null} if files can be.
	 */
	public @Nullable String refusesNewFiles(Scope scope) {
		String refusal = this.newRows.refusal();
		return (refusal != null) ? refusal : scope.refusal();
	}

	/**
	 * Creates a file with its first content in one transaction.
	 */
	public RegularFile create(RowDirectory in, Name name, FileChanges initial) {
		requireWritable();
		return file(in, this.writer.create(in.ofCaller(), name, initial));
	}

	/**
	 * Deletes a file.
	 */
	public void delete(RegularFile file) {
		requireDeletable();
		RowDirectory in = ((RepositoryFile) file).in();
		this.writer.delete(row(file), in.rights().get());
		this.quotas.changed();
		in.left().run();
	}

	/** Whether both sources have the same rows. */
	boolean isOfSameEntity(FileSource other) {
		return this.entity.type() == other.entity.type()
				&& this.mapping.unit().sessionFactory() == other.mapping.unit().sessionFactory();
	}

	/**
	 * Whether a file comes from this source.
	 */
	public boolean has(RegularFile file) {
		return file instanceof RepositoryFile own
				&& own.source().mapping.repositoryInterface() == this.mapping.repositoryInterface();
	}

	/**
	 * Renames or moves a file, or replaces another file by it.
	 */
	public RegularFile rename(RowDirectory in, RegularFile source, Name target, @Nullable RegularFile replaced) {
		requireWritable();
		boolean moved = !isIn(source, in);
		boolean more = this.quotas.differ(((RepositoryFile) source).in().scope(), in.scope());
		Row renamed;
		if (replaced == null) {
			renamed = this.writer.rename(row(source), in.ofCaller(), target, moved, more);
		}
		else {
			requireDeletable();
			// The size that is noted for the source becomes that of the replaced file.
			renamed = this.writer.replace(this.measure.measured(row(source)), row(replaced), in.rights().get(), more);
		}
		if (moved) {
			((RepositoryFile) source).in().left().run();
		}
		return file(in, renamed);
	}

	/**
	 * Whether a file was found in the directory.
	 */
	public boolean isIn(RegularFile file, RowDirectory in) {
		return ((RepositoryFile) file).in().scope().equals(in.scope());
	}

	private static Row row(RegularFile file) {
		return ((RepositoryFile) file).row();
	}

	private void requireWritable() {
		if (!this.mapping.writable()) {
			throw new ErrnoException(Errno.EROFS, "The directory '" + this.mapping.path() + "' is read-only");
		}
	}

	private void requireDeletable() {
		if (!this.mapping.deletable()) {
			throw new ErrnoException(this.mapping.writable() ? Errno.EPERM : Errno.EROFS,
					"Files of '" + this.mapping.path() + "' cannot be deleted");
		}
	}

}
