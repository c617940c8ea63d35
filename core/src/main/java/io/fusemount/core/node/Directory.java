package io.fusemount.core.node;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * Extension point: a directory, such as a repository or one that a bean of the
 * application provides. An implementation overrides the operations that it supports; the
 * default of each operation is the answer of a directory that does not support it.
 */
public non-sealed interface Directory extends Node, Admission {

	/**
	 * Returns who sees which entries, or {@code null} if all callers see the same. Where
	 * it is not {@code null}, the directory finds, lists and reads for the current caller
	 * only what that one may see. Never blocks.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable Audiences audiences() {
		return null;
	}

	/**
	 * Returns the node that currently has this name, or {@code null}.
	 */
	@Nullable Node find(Name name);

	/**
	 * Returns the nodes that currently have these names, as far as finding them together
	 * takes no longer than finding one. A name that is missing from the result may still
	 * exist; {@link #find} has the answer.
	 * <p>
	 * The default implementation returns no nodes.
	 */
	default Map<Name, ? extends Node> findTogether(List<Name> names) {
		return Map.of();
	}

	/**
	 * Whether {@link #readTogether} may return anything. Never blocks.
	 * <p>
	 * The default implementation returns {@code false}.
	 */
	default boolean readsTogether() {
		return false;
	}

	/**
	 * Returns files of this directory with their whole content, as far as reading them
	 * together takes hardly longer than reading one. A file that is missing from the
	 * result may be larger or may have changed, which reading it will show. Failures are
	 * ignored, except for {@code EAGAIN}, {@code ETIMEDOUT} and {@code EINTR}.
	 * <p>
	 * The default implementation returns no files.
	 * @param files snapshots of different files, each with content that is small as far
	 * as known
	 * @param maxBytes the maximum size of the content of one file
	 */
	default List<SmallFile> readTogether(List<RegularFile> files, int maxBytes) {
		return List.of();
	}

	/**
	 * Whether {@link #find} returns {@code null} for a name that nothing new can have:
	 * several files could be meant, none of which has the name alone, or the caller may
	 * not see what has it. Programs receive {@code EEXIST}.
	 * <p>
	 * The default implementation returns {@code false}.
	 */
	default boolean isTaken(Name name) {
		return false;
	}

	/**
	 * Returns entries in a stable order. An entry that exists during the whole listing is
	 * returned exactly once, whatever other entries appear and disappear.
	 * @param position the {@link DirectoryPage#next()} of the previous page, or
	 * {@code null} for the first page
	 */
	DirectoryPage list(@Nullable String position);

	/**
	 * Returns a sentence for administrators about how the content of the files is stored
	 * and read, or {@code null} if there is nothing to say. Never blocks.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable String describeContent() {
		return null;
	}

	/**
	 * Returns the key of the directory under which operations in this one are counted: in
	 * a tree of any number of directories, the key of one of the few that always exist.
	 * Never blocks.
	 * <p>
	 * The default implementation returns the key of this directory.
	 */
	default NodeKey countedAs() {
		return key();
	}

	/**
	 * Returns the origins of the files and directories below this one, at any depth, each
	 * origin once. Never blocks.
	 * <p>
	 * The default implementation returns none.
	 */
	default List<Origin> origins() {
		return List.of();
	}

	/**
	 * Returns the feed that reports every change in this directory, whatever its origin,
	 * while it {@linkplain ChangeListener#assured guarantees} to do so. Cached data then
	 * stays valid for longer. Never blocks.
	 * <p>
	 * The default implementation returns {@code null}: changes may go unreported.
	 */
	default @Nullable ChangeFeed announcedBy() {
		return null;
	}

	/**
	 * Returns a modification time as a new file of this directory will keep it, cut to
	 * the precision of its times. Programs see this time before the file is stored. Never
	 * blocks.
	 * <p>
	 * The default implementation returns the time itself.
	 */
	default Instant keptTime(Instant modified) {
		return modified;
	}

	/**
	 * Returns the birth time that a new file of this directory will have. Programs see
	 * this time before the file is stored. Never blocks.
	 * <p>
	 * The default implementation returns the first time.
	 * @param created when a program created the file
	 * @param modified the modification time that the file will keep
	 */
	default Instant keptBirth(Instant created, Instant modified) {
		return created;
	}

	/**
	 * Returns what of their ownership new nodes keep, by default nothing. Never blocks.
	 * @param directories whether the nodes are directories
	 */
	default Set<Ownership.Part> keepsOfNew(boolean directories) {
		return Set.of();
	}

	/**
	 * Returns the extended attributes that new files can have, without values, by default
	 * none. Never blocks.
	 */
	default ExtendedAttributes attributesOfNew() {
		return ExtendedAttributes.NONE;
	}

	/**
	 * Changes what it {@linkplain #keeps() keeps}, and its attributes, in one
	 * transaction.
	 * @return the directory after the change
	 * @throws ErrnoException {@code ESTALE} if it has changed since this snapshot,
	 * {@code EINVAL} if the application refuses the value
	 */
	default Directory update(Ownership changes, AttributeValues attributes) {
		throw new ErrnoException(Errno.EPERM, "The directory keeps neither owner nor group nor mode nor attributes");
	}

	/**
	 * Creates a file with its first content in one transaction.
	 * <p>
	 * The default implementation refuses with {@code EROFS}.
	 * @throws ErrnoException {@code EEXIST} if the name is taken, {@code EINVAL} if the
	 * application refuses the file, {@code EFBIG} if the content does not fit
	 */
	default RegularFile create(Name name, FileChanges initial) {
		throw new ErrnoException(Errno.EROFS, "The directory cannot be written");
	}

	/**
	 * Whether {@link #create} and {@link #rename} can succeed. Called before anything is
	 * written.
	 */
	default boolean canCreate() {
		return false;
	}

	/**
	 * Returns why {@link #create} can never succeed although existing files can be
	 * changed, or {@code null} if it may. Programs receive {@code EPERM} with this reason
	 * before they write, and the deletion of a file is held back for a file that replaces
	 * it. Never blocks.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable String refusesNewFiles() {
		return null;
	}

	/**
	 * Requires that {@link #create} may succeed. {@code create} begins with this check;
	 * the filesystem calls it before anything is written. Never blocks.
	 * <p>
	 * The default refuses what {@link #refusesNewFiles()} does.
	 * @param name the name of the new file
	 * @throws ErrnoException {@code EPERM} if the directory
	 * {@linkplain #refusesNewFiles() refuses} new files, {@code ENAMETOOLONG} or
	 * {@code EINVAL} if no file of the directory can have the name
	 */
	default void requireNewFile(Name name) {
		String refusal = refusesNewFiles();
		if (refusal != null) {
			throw new ErrnoException(Errno.EPERM, "No file can be created here: " + refusal);
		}
	}

	/**
	 * Whether {@link #delete} and the replacing form of {@link #rename} can succeed.
	 */
	default boolean canDelete() {
		return false;
	}

	/**
	 * Deletes a file of this directory. It is no failure if the file no longer exists.
	 * <p>
	 * The default implementation refuses with {@code EPERM}.
	 * @throws ErrnoException {@code EBUSY} if other rows refer to the file
	 */
	default void delete(RegularFile file) {
		throw new ErrnoException(Errno.EPERM, "Files of this directory cannot be deleted");
	}

	/**
	 * Whether {@link #rename} or {@link #renameDirectory} accepts a node of another
	 * directory: both directories must have the same source of such files or directories,
	 * of which there may be several. For any other move, programs receive {@code EXDEV}
	 * and copy. Never blocks.
	 * <p>
	 * The default implementation returns {@code false}.
	 * @param node a snapshot of the node as returned by {@link #find}, or {@code null}
	 * for a file that is not stored yet
	 */
	default boolean takesFrom(Directory other, @Nullable Node node) {
		return false;
	}

	/**
	 * Renames a file within this directory in one transaction, or moves it here from a
	 * directory that this one {@linkplain #takesFrom accepts files from}. A replaced file
	 * keeps its identity and all attributes except its content and times, which become
	 * those of the source; the source is deleted. If one transaction is not possible
	 * because the two files are of different kinds, {@code EXDEV} is thrown before
	 * anything happens; the filesystem then updates one file and deletes the other.
	 * <p>
	 * The default implementation refuses with {@code EPERM}.
	 * @param source the file to rename
	 * @param target the new name of the file
	 * @param replaced the file that currently has the new name, or {@code null}
	 * @return the file that has the new name afterwards
	 * @throws ErrnoException {@code EEXIST} if the name was taken in the meantime, {@code
	 * ESTALE} if one of the files has changed since its snapshot was taken, {@code EXDEV}
	 * if a file of this kind, or this row, cannot have the name
	 */
	default RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		throw new ErrnoException(Errno.EPERM, "Files of this directory cannot be renamed");
	}

	/**
	 * Whether this directory may contain directories. Never blocks.
	 * <p>
	 * The default implementation returns {@link #canCreateDirectories}.
	 */
	default boolean hasDirectories() {
		return canCreateDirectories();
	}

	/**
	 * Whether the directory exists for as long as its parent, such as one for the
	 * invoices of each customer. Programs can neither remove nor rename it, and it does
	 * not prevent the removal of an otherwise empty parent. Never blocks.
	 * <p>
	 * The default implementation returns {@code false}.
	 */
	default boolean isFixed() {
		return false;
	}

	/**
	 * Returns the {@linkplain #isFixed() fixed} directories in this one.
	 * <p>
	 * The default implementation looks for them in the {@linkplain #list listing}.
	 */
	default List<DirectoryEntry> fixedDirectories() {
		return FixedDirectories.in(this);
	}

	/**
	 * Whether programs can create, remove and rename directories in this one.
	 * <p>
	 * The default implementation returns {@code false}.
	 */
	default boolean canCreateDirectories() {
		return false;
	}

	/**
	 * Returns why directories in this one {@linkplain #canCreateDirectories cannot be
	 * created}, removed or renamed, as the end of a sentence about them for users, or
	 * {@code null} if that is not known. Never blocks.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable String refusesDirectories() {
		return null;
	}

	/**
	 * Returns the directory with this key, at any depth below this one, or {@code null}
	 * if there is none. Called at startup for local files that an earlier process has
	 * left there.
	 * <p>
	 * The default implementation returns {@code null}.
	 */
	default @Nullable Directory findDirectory(NodeKey key) {
		return null;
	}

	/**
	 * Creates an empty directory in this one.
	 * <p>
	 * The default implementation refuses with {@code EPERM}.
	 * @param initial what it keeps of its ownership
	 * @throws ErrnoException {@code EEXIST} if the name is taken, {@code EINVAL} if the
	 * application refuses the directory
	 */
	default Directory createDirectory(Name name, Ownership initial) {
		throw new ErrnoException(Errno.EPERM, "No directories can be created in this one");
	}

	/**
	 * Removes a subdirectory that is empty or contains only {@linkplain #isFixed() fixed}
	 * directories. It is no failure if the directory no longer exists.
	 * <p>
	 * The default implementation refuses with {@code EPERM}.
	 * @throws ErrnoException {@code ENOTEMPTY} if the directory is not empty
	 */
	default void deleteDirectory(Directory directory) {
		throw new ErrnoException(Errno.EPERM, "Directories in this one cannot be removed");
	}

	/**
	 * Renames a directory within this one in one transaction, or moves it here, with its
	 * whole content, from a directory that this one {@linkplain #takesFrom accepts
	 * directories from}. The directory keeps its identity.
	 * <p>
	 * The default implementation refuses with {@code EPERM}.
	 * @param source the directory to rename
	 * @param target the new name of the directory
	 * @param replaced the empty directory that currently has the new name and is deleted,
	 * or {@code null}
	 * @return the directory as it is afterwards
	 * @throws ErrnoException {@code EEXIST} if the name was taken in the meantime, {@code
	 * ENOTEMPTY} if the directory to replace is not empty, {@code EINVAL} if this
	 * directory is inside of the source, {@code ESTALE} if one of the directories has
	 * changed since its snapshot was taken
	 */
	default Directory renameDirectory(Directory source, Name target, @Nullable Directory replaced) {
		throw new ErrnoException(Errno.EPERM, "Directories in this one cannot be renamed");
	}

}
