package io.fusemount.data.jpa.directory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.CallerRights;
import io.fusemount.data.jpa.scope.Scope;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an entity as a source of directories.
 */
public final class FolderSource {

	private final RowMapping row;

	private final DatabaseAccess access;

	private final RowQueries queries;

	private final RowNames names;

	private final RowLookup lookup;

	private final @Nullable FolderMapping mapping;

	private final @Nullable FolderWriter writer;

	/**
	 * Creates a source of directories that programs cannot change.
	 * @param path the path of the directories, for messages
	 * @param pageSize how many rows one statement of a listing fetches
	 */
	public FolderSource(RowMapping row, String path, DatabaseAccess access, int pageSize) {
		this(row, path, access, pageSize, null, null, "");
	}

	/**
	 * Creates the source of a repository's directories.
	 * @param path the path of the directories, for messages
	 * @param newRows completes new rows
	 * @param pageSize how many rows one statement of a listing fetches
	 * @param space the space in which the keys of the directories are unique, an empty
	 * text if their ids alone do not identify them
	 */
	public FolderSource(FolderMapping mapping, NewRows newRows, String path, DatabaseAccess access, int pageSize,
			String space) {
		this(mapping.row(), path, access, pageSize, mapping, newRows, space);
	}

	private FolderSource(RowMapping row, String path, DatabaseAccess access, int pageSize,
			@Nullable FolderMapping mapping, @Nullable NewRows newRows, String space) {
		this.row = row;
		this.access = access;
		this.queries = new RowQueries(row, null, null);
		SharedTexts shared = new SharedTexts(path);
		this.names = new RowNames(row.id(), null);
		this.mapping = mapping;
		this.lookup = new RowLookup(row, this.queries, this.names, shared, rights().asked().pageSize(pageSize));
		this.writer = (mapping != null && newRows != null)
				? new FolderWriter(mapping, newRows, access, this.queries, this.lookup, shared, space) : null;
	}

	/**
	 * Returns the mapping of the rows.
	 */
	public RowMapping row() {
		return this.row;
	}

	/**
	 * Returns the mapping of the rows' repository, or {@code null} if there is none.
	 */
	public @Nullable FolderMapping mapping() {
		return this.mapping;
	}

	/**
	 * Returns the rights that the rows' own repository declares, whether or not other
	 * conditions apply to a directory.
	 */
	public RowRights rights() {
		return (this.mapping != null) ? this.mapping.rights() : RowRights.ALL;
	}

	/**
	 * Returns the origin of the directories, or {@code null} if their repository is not
	 * mounted.
	 * @param path the path of the directories
	 */
	public @Nullable Origin origin(String path) {
		return (this.mapping == null || this.writer == null) ? null
				: new Origin(path, this.mapping.repositoryInterface().getName(), this.row.type().getName(),
						this.mapping.writable(), this.writer.refusal(), null, List.of(), null);
	}

	/**
	 * Returns the access to the database.
	 */
	public DatabaseAccess access() {
		return this.access;
	}

	private <T> T look(Function<EntityManager, T> work) {
		return ShownRows.look(this.access, rights(), work);
	}

	/**
	 * Returns the row with the name in a directory, or {@code null}.
	 */
	public @Nullable FolderRow find(RowDirectory in, Name name) {
		RowDirectory seen = in.ofCaller();
		List<Row> found = look((entityManager) -> {
			Row row = this.lookup.find(entityManager, seen, name, false);
			return (row != null) ? List.of(row) : List.of();
		});
		return found.isEmpty() ? null : new FolderRow(found.get(0));
	}

	/**
	 * Returns the row whose id has the text, or {@code null}.
	 */
	public @Nullable FolderRow find(String id) {
		Object value = this.row.id().parse(id);
		if (value == null) {
			return null;
		}
		CallerRights rights = CallerRights.of(rights());
		List<Row> found = look((entityManager) -> {
			Row row = this.queries.find(entityManager, value, rights);
			return (row != null && row.right() != RowRight.HIDDEN) ? List.of(row) : List.of();
		});
		return found.isEmpty() ? null : new FolderRow(found.get(0));
	}

	/**
	 * Returns the name of a row whose text no other row has.
	 */
	public Name name(FolderRow folder) {
		Name plain = this.names.plain(folder.row());
		return (plain != null) ? plain : this.names.marked(folder.row());
	}

	/**
	 * Whether the name could mean several rows, none of which has it, or a row that the
	 * caller may not see.
	 */
	public boolean isTaken(RowDirectory in, Name name) {
		// The remembered state may be outdated.
		Scope scope = in.ofCaller().scope();
		return this.lookup.isRemembered(scope, name) && find(in, name) == null && this.lookup.isRemembered(scope, name);
	}

	/**
	 * Returns a page of the rows in a directory.
	 * @param position {@link FolderPage#next()} of the previous page, or {@code null}
	 */
	public FolderPage list(RowDirectory in, @Nullable String position) {
		Object last = (position != null) ? this.row.id().parse(position) : null;
		RowDirectory seen = in.ofCaller();
		RowPage page = this.access.read((entityManager) -> this.lookup.page(entityManager, seen, last, false));
		Map<Name, FolderRow> rows = new LinkedHashMap<>();
		page.rows().forEach((name, row) -> rows.put(name, new FolderRow(row)));
		return new FolderPage(rows, (page.last() != null) ? this.row.id().format(page.last()) : null);
	}

	/**
	 * Whether a key of the database keeps the names of the rows in a scope apart.
	 */
	public boolean isUnique(Scope scope) {
		return !this.queries.isSharing(scope);
	}

	/**
	 * Returns the names of the rows in a scope.
	 */
	public RowTexts names(Scope scope) {
		return new RowTexts(this.row, this.lookup, scope);
	}

	/**
	 * Returns why no row can be created in a directory, or {@code null} if rows can be.
	 */
	public @Nullable String refusesNewRows(Scope scope) {
		if (this.writer == null) {
			return this.row.name() + " has no repository that is mounted in a directory";
		}
		String refusal = this.writer.refusal();
		return (refusal != null) ? refusal : scope.refusal();
	}

	/**
	 * Whether rows can be created, renamed and moved.
	 */
	public boolean isWritable() {
		return this.mapping != null && this.mapping.writable();
	}

	/**
	 * Whether rows can be deleted.
	 */
	public boolean isDeletable() {
		return this.mapping != null && this.mapping.deletable();
	}

	/**
	 * Creates a row in one transaction.
	 */
	public FolderRow create(RowDirectory in, Name name, Ownership initial) {
		return requireWriter(isWritable()).create(in.ofCaller(), name, initial);
	}

	/**
	 * Changes owner, group, mode or extended attributes of a row in one transaction.
	 */
	public FolderRow own(FolderRow source, Ownership changes, AttributeValues attributes) {
		return requireWriter(isWritable()).own(source, changes, attributes, CallerRights.of(rights()));
	}

	/**
	 * Returns what of their ownership programs can change of rows.
	 */
	public Set<Ownership.Part> kept() {
		return isWritable() ? this.row.ownership().kept() : Set.of();
	}

	/**
	 * Renames a row and moves it to another directory, in one transaction.
	 * @param replaced the empty directory that has the name, or {@code null}
	 * @param moved whether the row comes from another directory
	 */
	public FolderRow rename(RowDirectory in, FolderRow source, Name target, @Nullable EmptyFolder replaced,
			boolean moved) {
		if (replaced != null) {
			requireWriter(isDeletable());
		}
		return requireWriter(isWritable()).rename(in.ofCaller(), source, target, replaced, moved);
	}

	/**
	 * Deletes a row in one transaction.
	 */
	public void delete(RowDirectory in, EmptyFolder folder) {
		requireWriter(isDeletable()).delete(folder, in.rights().get());
	}

	private FolderWriter requireWriter(boolean allowed) {
		if (this.writer == null || !allowed) {
			throw new ErrnoException(isWritable() ? Errno.EPERM : Errno.EROFS, "The directories are rows of "
					+ this.row.name() + ", whose repository "
					+ (isWritable() ? "deletes nothing" : (this.mapping != null) ? "is read-only" : "is not mounted"));
		}
		return this.writer;
	}

}
