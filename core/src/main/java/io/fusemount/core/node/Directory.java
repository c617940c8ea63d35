package io.fusemount.core.node;

import java.util.List;
import java.util.Map;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * Extension point: a directory, such as a repository or one that a bean of the
 * application provides. An implementation overrides what it can do; each default is the
 * answer of a directory that can not.
 */
public non-sealed interface Directory extends Node {

	/**
	 * Returns what has this name now, or {@code null}.
	 */
	@Nullable Node find(Name name);

	/**
	 * Returns what has these names now, of those for which that takes no longer together
	 * than for one of them. A name that is not in the result may stand for something all
	 * the same: {@link #find} tells.
	 * <p>
	 * The default is none of them.
	 */
	default Map<Name, ? extends Node> findTogether(List<Name> names) {
		return Map.of();
	}

	/**
	 * Whether {@link #readTogether} may return anything. Never blocks.
	 * <p>
	 * The default is {@code false}.
	 */
	default boolean readsTogether() {
		return false;
	}

	/**
	 * Returns files of this directory with all of their content, of those for which that
	 * takes hardly longer together than for one of them. Those that are not in the result
	 * may be larger, or may be no more what they were: to read them tells. A failure is
	 * nobody's, unless it is {@code EAGAIN}, {@code ETIMEDOUT} or {@code EINTR}.
	 * <p>
	 * The default is none of them.
	 * @param files snapshots of different files, the content of each of which is small by
	 * what is known
	 * @param maxBytes the most content that one may have
	 */
	default List<SmallFile> readTogether(List<RegularFile> files, int maxBytes) {
		return List.of();
	}

	/**
	 * Whether {@link #find} returns {@code null} for a name because several files could
	 * be meant, none of which has it alone. Such a name cannot be given to a new file:
	 * {@code EEXIST}.
	 * <p>
	 * The default is {@code false}.
	 */
	default boolean isAmbiguous(Name name) {
		return false;
	}

	/**
	 * Returns entries in a stable order. An entry that exists during the whole listing is
	 * returned exactly once, whatever else comes and goes.
	 * @param position {@link DirectoryPage#next()} of the page before, or {@code null}
	 * for the first page
	 */
	DirectoryPage list(@Nullable String position);

	/**
	 * Returns a sentence for administrators about how the content of its files is stored
	 * and read, or {@code null} if there is nothing to say. Never blocks.
	 * <p>
	 * The default is {@code null}.
	 */
	default @Nullable String describeContent() {
		return null;
	}

	/**
	 * Returns the key of the directory at which what happens in this one is counted: in a
	 * tree of any number of directories, that of one of the few that are always there.
	 * Never blocks.
	 * <p>
	 * The default is its own key.
	 */
	default NodeKey countedAs() {
		return key();
	}

	/**
	 * Returns where the files and directories in it come from, at any depth, each source
	 * once. Never blocks.
	 * <p>
	 * The default is that there is nothing to say.
	 */
	default List<Origin> origins() {
		return List.of();
	}

	/**
	 * Returns who tells of every change of what is in it, whoever makes it, while he
	 * {@linkplain ChangeListener#assured assures} so: what is known of it may then be
	 * believed for longer. Never blocks.
	 * <p>
	 * The default is {@code null}: changes may go untold.
	 */
	default @Nullable ChangeFeed announcedBy() {
		return null;
	}

	/**
	 * Requires that the content of a file can have a size. Asked whenever a program makes
	 * a file larger, so that it is told at once, and not when all of it has been copied.
	 * Never blocks.
	 * <p>
	 * The default lets it have every size.
	 * @param bytes the new size
	 * @throws ErrnoException {@code EFBIG} if it cannot
	 */
	default void requireRoomFor(long bytes) {
	}

	/**
	 * Creates a file with its first content in one transaction.
	 * <p>
	 * The default refuses with {@code EROFS}.
	 * @throws ErrnoException {@code EEXIST} if the name is taken, {@code EINVAL} if the
	 * application refuses the file, {@code EFBIG} if the content does not fit
	 */
	default RegularFile create(Name name, FileChanges initial) {
		throw new ErrnoException(Errno.EROFS, "The directory can not be written");
	}

	/**
	 * Whether {@link #create} and {@link #rename} can succeed, asked before anything is
	 * written.
	 */
	default boolean canCreate() {
		return false;
	}

	/**
	 * Returns why {@link #create} can never succeed, though files that are there can be
	 * changed, or {@code null} if it may. Programs get {@code EPERM} with these words
	 * before they write, and a file that they delete waits for one that replaces it.
	 * Never blocks.
	 * <p>
	 * The default is {@code null}.
	 */
	default @Nullable String refusesNewFiles() {
		return null;
	}

	/**
	 * Makes sure that {@link #create} may succeed: it begins with this, and who knows
	 * that it will come to that asks before anything is written.
	 * @throws ErrnoException {@code EPERM} if it {@linkplain #refusesNewFiles() refuses}
	 */
	default void requireNewFiles() {
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
	 * Deletes a file of this directory. A file that is gone already is no failure.
	 * <p>
	 * The default refuses with {@code EPERM}.
	 * @throws ErrnoException {@code EBUSY} if other rows refer to it
	 */
	default void delete(RegularFile file) {
		throw new ErrnoException(Errno.EPERM, "Files of this directory can not be deleted");
	}

	/**
	 * Whether {@link #rename} or {@link #renameDirectory} takes something that is in
	 * another directory: if both have the same source of such files or directories, of
	 * which there may be several. Programs that move something else there are told
	 * {@code EXDEV}, and copy. Never blocks.
	 * <p>
	 * The default is {@code false}.
	 * @param node a snapshot of it as {@link #find} returns them, or {@code null} for a
	 * file that is not stored yet
	 */
	default boolean takesFrom(Directory other, @Nullable Node node) {
		return false;
	}

	/**
	 * Renames a file within this directory in one transaction, or moves it here from one
	 * that it {@linkplain #takesFrom takes from}. If a file is replaced, it keeps its
	 * identity and everything but its content and times, which become those of the
	 * source, and the source ends to exist. If that cannot be one transaction, because
	 * the two are of different kinds, {@code EXDEV} is thrown before anything happens:
	 * then the filesystem updates the one and deletes the other.
	 * <p>
	 * The default refuses with {@code EPERM}.
	 * @param source the file to rename
	 * @param target its new name
	 * @param replaced the file that has the new name now, or {@code null}
	 * @return the file that has the new name afterwards
	 * @throws ErrnoException {@code EEXIST} if the name was taken in the meantime,
	 * {@code ESTALE} if one of the files has moved on since its snapshot was taken,
	 * {@code EXDEV} if a file of this kind cannot have the name, or not this row
	 */
	default RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		throw new ErrnoException(Errno.EPERM, "Files of this directory can not be renamed");
	}

	/**
	 * Whether there may be directories in this one. Never blocks.
	 * <p>
	 * The default is whether they {@linkplain #canCreateDirectories can be made}.
	 */
	default boolean hasDirectories() {
		return canCreateDirectories();
	}

	/**
	 * Whether it is there for as long as the directory that it is in, such as one for the
	 * invoices of each customer. Programs can neither remove nor rename it, and it does
	 * not keep the other one from being removed if nothing else is in it. Never blocks.
	 * <p>
	 * The default is {@code false}.
	 */
	default boolean isFixed() {
		return false;
	}

	/**
	 * Whether directories in this one can be made, removed and renamed by programs.
	 * <p>
	 * The default is {@code false}.
	 */
	default boolean canCreateDirectories() {
		return false;
	}

	/**
	 * Returns the directory with this key, in this one or in one of those in it, or
	 * {@code null} if there is none. Asked at start for local files that an earlier
	 * process has left there.
	 * <p>
	 * The default is {@code null}.
	 */
	default @Nullable Directory findDirectory(NodeKey key) {
		return null;
	}

	/**
	 * Makes an empty directory in this one.
	 * <p>
	 * The default refuses with {@code EPERM}.
	 * @throws ErrnoException {@code EEXIST} if the name is taken, {@code EINVAL} if the
	 * application refuses the directory
	 */
	default Directory createDirectory(Name name) {
		throw new ErrnoException(Errno.EPERM, "Directories can not be made in this one");
	}

	/**
	 * Removes a directory of this one in which there is nothing, or nothing but
	 * {@linkplain #isFixed() fixed} ones. One that is gone already is no failure.
	 * <p>
	 * The default refuses with {@code EPERM}.
	 * @throws ErrnoException {@code ENOTEMPTY} if something is in it
	 */
	default void deleteDirectory(Directory directory) {
		throw new ErrnoException(Errno.EPERM, "Directories of this one can not be removed");
	}

	/**
	 * Renames a directory within this one in one transaction, or moves it here from one
	 * that it {@linkplain #takesFrom takes from}, with all that is in it. It keeps its
	 * identity.
	 * <p>
	 * The default refuses with {@code EPERM}.
	 * @param source the directory to rename
	 * @param target its new name
	 * @param replaced the empty directory that has the new name now and ends to exist, or
	 * {@code null}
	 * @return the directory as it is afterwards
	 * @throws ErrnoException {@code EEXIST} if the name was taken in the meantime,
	 * {@code ENOTEMPTY} if something is in the directory to replace, {@code EINVAL} if
	 * this directory is inside of the source, {@code ESTALE} if one of them has moved on
	 * since its snapshot was taken
	 */
	default Directory renameDirectory(Directory source, Name target, @Nullable Directory replaced) {
		throw new ErrnoException(Errno.EPERM, "Directories of this one can not be renamed");
	}

}
