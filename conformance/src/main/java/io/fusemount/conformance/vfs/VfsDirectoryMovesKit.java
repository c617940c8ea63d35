package io.fusemount.conformance.vfs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The part of the {@link VfsDirectoriesKit} in which directories and files are renamed
 * and moved.
 */
abstract class VfsDirectoryMovesKit extends VfsKit {

	/**
	 * Returns the owner of everything below {@code /files} of the fixture that was
	 * created last.
	 */
	protected abstract ApplicationTree tree();

	void mkdir(String... names) {
		for (String name : names) {
			fileSystem().createDirectory(at(name));
		}
	}

	void rmdir(String name) {
		fileSystem().deleteDirectory(at(name));
	}

	@Nullable String stored(String path) {
		byte[] content = tree().content(path);
		return (content != null) ? new String(content, StandardCharsets.UTF_8) : null;
	}

	List<String> list(String path) {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem().openDirectory(fileSystem().resolve(directory() + "/" + path));
		fileSystem().readDirectory(handle, 0, (name, status, next) -> names.add(name));
		fileSystem().releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names;
	}

	@Test
	@Semantics("A directory is renamed or moved with all its contents by one transaction, and keeps its inode "
			+ "number, as do the files in it.")
	void aDirectoryIsRenamedWithWhatIsInIt() {
		mkdir("a", "a/b", "other");
		writeFile("a/b/file", "text");
		long directory = status("a").inode();
		long file = status("a/b/file").inode();
		long commits = application().commits();
		rename("a", "other/c");
		assertThat(application().commits()).isEqualTo(commits + 1);
		assertThat(tree().names("")).containsExactly("other");
		assertThat(stored("other/c/b/file")).isEqualTo("text");
		assertThat(status("other/c").inode()).isEqualTo(directory);
		assertThat(status("other/c/b/file").inode()).isEqualTo(file);
		assertThat(readFile("other/c/b/file")).isEqualTo("text");
		assertThat(find("a")).isNull();
		assertThat(list()).containsExactly("other");
		assertThat(list("other")).containsExactly("c");
	}

	@Test
	@Semantics("Files that are open below a directory that is renamed, including new and changed ones, are stored in "
			+ "their new place.")
	void openFilesFollowTheirDirectory() {
		mkdir("a", "a/b", "c");
		writeFile("a/b/changed", "before");
		HandleId changed = open("a/b/changed", WRITE);
		write(changed, 0, "after!");
		HandleId fresh = create("a/b/new");
		write(fresh, 0, "new");
		writeFile("a/b/scratch~", "local");
		rename("a", "c/d");
		assertThat(list("c/d/b")).containsExactlyInAnyOrder("changed", "new", "scratch~");
		assertThat(readFile("c/d/b/scratch~")).isEqualTo("local");
		write(fresh, 3, " and more");
		close(changed);
		close(fresh);
		assertThat(stored("c/d/b/changed")).isEqualTo("after!");
		assertThat(stored("c/d/b/new")).isEqualTo("new and more");
		assertThat(tree().names("c/d/b")).containsExactly("changed", "new");
	}

	@Test
	void aDirectoryReplacesAnEmptyOne() {
		mkdir("a", "empty", "full");
		writeFile("a/file", "text");
		writeFile("full/file", "other");
		writeFile("file", "text");
		long directory = status("a").inode();
		assertErrno(() -> rename("a", "full"), Errno.ENOTEMPTY);
		assertErrno(() -> rename("a", "file"), Errno.ENOTDIR);
		assertErrno(() -> rename("file", "empty"), Errno.EISDIR);
		rename("a", "empty");
		assertThat(status("empty").inode()).isEqualTo(directory);
		assertThat(readFile("empty/file")).isEqualTo("text");
		assertThat(tree().names("")).containsExactly("empty", "file", "full");
	}

	@Test
	void aDirectoryThatGetsItsOwnNameStays() {
		mkdir("a");
		long commits = application().commits();
		rename("a", "a");
		assertThat(application().commits()).isEqualTo(commits);
		assertThat(list()).containsExactly("a");
	}

	@Test
	void aDirectoryIsNotMovedIntoItself() {
		mkdir("a", "a/b", "a/b/c");
		long commits = application().commits();
		// The kernel fails this with EINVAL before it calls the filesystem.
		assertErrno(() -> rename("a", "a/b/c/a"), Errno.EPERM, Errno.EINVAL);
		assertErrno(() -> rename("a", "a/d"), Errno.EPERM, Errno.EINVAL);
		assertThat(application().commits()).isEqualTo(commits);
		assertThat(list("a/b")).containsExactly("c");
	}

	@Test
	@Semantics("Within one source of files, a file moves to another directory by one transaction and keeps its "
			+ "identity; a file that has the name there keeps its own identity and gets the content.")
	void aFileMovesToAnotherDirectory() {
		mkdir("a", "b");
		writeFile("a/file", "text");
		writeFile("a/newer", "newer");
		NodeKey key = Objects.requireNonNull(tree().key("a/file"));
		long commits = application().commits();
		rename("a/file", "b/moved");
		assertThat(application().commits()).isEqualTo(commits + 1);
		assertThat(tree().key("b/moved")).isEqualTo(key);
		assertThat(tree().names("a")).containsExactly("newer");
		assertThat(list("a")).containsExactly("newer");
		assertThat(list("b")).containsExactly("moved");
		rename("a/newer", "b/moved");
		assertThat(tree().key("b/moved")).isEqualTo(key);
		assertThat(readFile("b/moved")).isEqualTo("newer");
		assertThat(tree().names("a")).isEmpty();
	}

	@Test
	void aFileThatIsOpenMovesToAnotherDirectory() {
		mkdir("a", "b");
		writeFile("a/file", "before");
		HandleId changed = open("a/file", WRITE);
		write(changed, 0, "after!");
		rename("a/file", "b/file");
		write(changed, 6, " more");
		close(changed);
		assertThat(stored("b/file")).isEqualTo("after! more");
		assertThat(tree().names("a")).isEmpty();
		HandleId fresh = create("a/new");
		write(fresh, 0, "new");
		rename("a/new", "b/new");
		write(fresh, 3, "er");
		close(fresh);
		assertThat(stored("b/new")).isEqualTo("newer");
		assertThat(tree().names("a")).isEmpty();
		assertThat(list("a")).isEmpty();
	}

	@Test
	void aSavedFileTakesTheRowInAnotherDirectory() {
		mkdir("work", "a");
		writeFile("a/report", "before");
		NodeKey key = Objects.requireNonNull(tree().key("a/report"));
		rename("a/report", "a/report~");
		writeFile("work/new.tmp", "after");
		rename("work/new.tmp", "a/report");
		assertThat(tree().key("a/report")).isEqualTo(key);
		assertThat(stored("a/report")).isEqualTo("after");
		assertThat(readFile("a/report~")).isEqualTo("before");
		assertThat(list("work")).isEmpty();
	}

	@Test
	@Semantics("A stored file that is moved to a scratch name of another directory is stored there.")
	void whatMovesToAScratchNameElsewhereIsStored() {
		mkdir("a", "trash");
		writeFile("a/file", "text");
		NodeKey key = Objects.requireNonNull(tree().key("a/file"));
		rename("a/file", "trash/file~");
		assertThat(tree().key("trash/file~")).isEqualTo(key);
		assertThat(tree().names("a")).isEmpty();
		assertThat(list("trash")).containsExactly("file~");
	}

	@Test
	void aBackupMovesToAnotherDirectory() {
		mkdir("a", "b");
		writeFile("a/file", "text");
		NodeKey key = Objects.requireNonNull(tree().key("a/file"));
		rename("a/file", "a/file~");
		rename("a/file~", "b/kept");
		assertThat(tree().key("b/kept")).isEqualTo(key);
		assertThat(tree().names("a")).isEmpty();
		assertThat(list("a")).isEmpty();
		assertThat(readFile("b/kept")).isEqualTo("text");
		writeFile("a/file", "another");
		assertThat(tree().key("a/file")).isNotEqualTo(key);
		assertThat(readFile("b/kept")).isEqualTo("text");
	}

	@Test
	void betweenSourcesFilesAndDirectoriesAreCopied() {
		mkdir("d");
		writeFile("d/file", "text");
		Place elsewhere = fileSystem().locate("/fixed/new");
		assertErrno(() -> fileSystem().rename(at("d/file"), elsewhere), Errno.EXDEV);
		assertErrno(() -> fileSystem().rename(at("d"), elsewhere), Errno.EXDEV);
		assertThat(readFile("d/file")).isEqualTo("text");
	}

	@Test
	void whatTheApplicationMovesIsSeen() {
		mkdir("a", "b");
		writeFile("a/file", "text");
		NodeKey file = Objects.requireNonNull(tree().key("a/file"));
		tree().move("a/file", "b/file");
		fileSystem().invalidate(file);
		assertThat(find("a/file")).isNull();
		assertThat(readFile("b/file")).isEqualTo("text");
		NodeKey directory = Objects.requireNonNull(tree().key("b"));
		tree().move("b", "a/c");
		fileSystem().invalidate(directory);
		assertThat(find("b")).isNull();
		assertThat(readFile("a/c/file")).isEqualTo("text");
		assertThat(list()).containsExactly("a");
	}

	@Test
	void aDirectoryThatTheApplicationHasMovedIsLookedUpAgain() {
		mkdir("a", "b");
		tree().move("a", "b/a");
		// The filesystem has not been notified.
		assertErrno(() -> rename("a", "c"), Errno.ESTALE);
		assertErrno(() -> rename("a", "c"), Errno.ENOENT);
		assertThat(list("b")).containsExactly("a");
	}

	@Test
	@Semantics("The time of a directory changes when an entry in it is created, removed or renamed.")
	void theTimeOfADirectoryMoves() {
		mkdir("a", "b");
		for (Runnable change : List.<Runnable>of(() -> mkdir("a/d"), () -> rename("a/d", "b/d"),
				() -> rename("b/d", "a/d"))) {
			Instant before = status("a").modified();
			Instant other = status("b").modified();
			change.run();
			assertThat(status("a").modified()).isAfter(before);
			assertThat(status("b").modified()).isAfterOrEqualTo(other);
		}
		Instant other = status("b").modified();
		rename("a/d", "b/d");
		assertThat(status("b").modified()).isAfter(other);
		Instant before = status("b").modified();
		rmdir("b/d");
		assertThat(status("b").modified()).isAfter(before);
	}

}
