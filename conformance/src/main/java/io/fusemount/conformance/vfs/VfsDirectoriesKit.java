package io.fusemount.conformance.vfs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: directories that programs make, remove, rename and move, with what is in
 * them, where a source of files can. A test of a source extends it and provides the
 * fixture and its owner, nothing else.
 */
public abstract class VfsDirectoriesKit extends VfsKit {

	/** Public for tests in other packages. */
	@Override
	protected abstract VfsFixture createFixture();

	/**
	 * Returns the owner of what is below {@code /files} of the fixture that was created
	 * last.
	 */
	protected abstract ApplicationTree tree();

	private void mkdir(String... names) {
		for (String name : names) {
			fileSystem().createDirectory(at(name));
		}
	}

	private void rmdir(String name) {
		fileSystem().deleteDirectory(at(name));
	}

	private @Nullable String stored(String path) {
		byte[] content = tree().content(path);
		return (content != null) ? new String(content, StandardCharsets.UTF_8) : null;
	}

	private List<String> list(String path) {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem().openDirectory(fileSystem().resolve(directory() + "/" + path));
		fileSystem().readDirectory(handle, 0, (name, status, next) -> names.add(name));
		fileSystem().releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names;
	}

	@Test
	@Semantics("`mkdir` creates a directory where the source of files can; the directory is stored at once, and has "
			+ "the same inode number after a restart.")
	void aDirectoryIsMade() {
		mkdir("letters");
		assertThat(tree().names("")).containsExactly("letters");
		assertThat(list()).containsExactly("letters");
		FileStatus status = status("letters");
		assertThat(status.kind()).isEqualTo(FileStatus.Kind.DIRECTORY);
		assertThat(status.permissions() & 0700).isEqualTo(0700);
		assertThat(fixture().restarted().status(fixture().restarted().resolve("/files/letters")).inode())
			.isEqualTo(status.inode());
	}

	@Test
	@Semantics("The link count of a directory that may contain others is 1: it does not tell how many there are.")
	void linksDoNotTellHowManyDirectoriesThereAre() {
		mkdir("a", "a/b");
		assertThat(status("a").links()).isEqualTo(1);
		assertThat(status("a/b").links()).isEqualTo(1);
	}

	@Test
	void aNameThatIsTakenIsNoNewDirectory() {
		writeFile("file", "text");
		mkdir("directory");
		create("new");
		for (String name : List.of("file", "directory", "new")) {
			assertErrno(() -> mkdir(name), Errno.EEXIST);
		}
		assertErrno(() -> create("directory"), Errno.EEXIST);
		assertErrno(() -> open("directory", WRITE), Errno.EISDIR);
		assertErrno(() -> delete("directory"), Errno.EISDIR);
		assertErrno(() -> mkdir("missing/directory"), Errno.ENOENT);
		assertErrno(() -> mkdir("file/directory"), Errno.ENOTDIR);
		assertErrno(() -> mkdir(".fuse_hidden1"), Errno.EPERM);
	}

	@Test
	void whatTheApplicationRefusesIsNotThere() {
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> mkdir("refused"), Errno.EINVAL);
		assertThat(list()).isEmpty();
		mkdir("refused");
		application().failNextCommit(Errno.EIO);
		assertErrno(() -> rmdir("refused"), Errno.EIO);
		assertThat(list()).containsExactly("refused");
		application().failNextCommit(Errno.EIO);
		assertErrno(() -> rename("refused", "other"), Errno.EIO);
		assertThat(list()).containsExactly("refused");
	}

	@Test
	void aNameThatTheApplicationHasTakenIsNoNewDirectory() {
		assertThat(find("late")).isNull();
		tree().makeDirectory("late");
		assertErrno(() -> mkdir("late"), Errno.EEXIST);
	}

	@Test
	void whereThereAreNoDirectoriesNoneIsMade() {
		Place archive = fileSystem().locate("/archive/new");
		assertErrno(() -> fileSystem().createDirectory(archive), Errno.EPERM, Errno.EROFS);
		assertErrno(() -> fileSystem().createDirectory(fileSystem().locate("/new")), Errno.EPERM);
		assertErrno(() -> fileSystem().deleteDirectory(fileSystem().locate("/files")), Errno.EPERM);
		assertErrno(() -> fileSystem().rename(fileSystem().locate("/files"), fileSystem().locate("/new")), Errno.EPERM);
	}

	@Test
	void filesAreInTheirDirectories() {
		mkdir("a", "a/b", "c");
		writeFile("a/file", "in a");
		writeFile("a/b/file", "in b");
		writeFile("c/file", "in c");
		assertThat(readFile("a/file")).isEqualTo("in a");
		assertThat(readFile("a/b/file")).isEqualTo("in b");
		assertThat(stored("a/file")).isEqualTo("in a");
		assertThat(stored("a/b/file")).isEqualTo("in b");
		assertThat(stored("c/file")).isEqualTo("in c");
		assertThat(list("a")).containsExactlyInAnyOrder("b", "file");
		assertThat(list("a/b")).containsExactly("file");
		delete("a/file");
		assertThat(tree().names("a")).containsExactly("b");
		assertThat(readFile("c/file")).isEqualTo("in c");
	}

	@Test
	void aLongListingHasFilesAndDirectories() {
		for (int i = 0; i < 30; i++) {
			mkdir("directory " + i);
			writeFile("file " + i, "text");
		}
		assertThat(list()).hasSize(60).doesNotHaveDuplicates();
	}

	@Test
	@Semantics("`rmdir` removes an empty directory, and ends with ENOTEMPTY if the directory contains a file that is "
			+ "stored, new or a scratch file.")
	void aDirectoryWithSomethingInItIsNotRemoved() {
		mkdir("d");
		writeFile("d/stored", "text");
		assertErrno(() -> rmdir("d"), Errno.ENOTEMPTY);
		delete("d/stored");
		HandleId fresh = create("d/new");
		assertErrno(() -> rmdir("d"), Errno.ENOTEMPTY);
		close(fresh);
		delete("d/new");
		writeFile("d/scratch~", "text");
		assertErrno(() -> rmdir("d"), Errno.ENOTEMPTY);
		delete("d/scratch~");
		mkdir("d/e");
		assertErrno(() -> rmdir("d"), Errno.ENOTEMPTY);
		rmdir("d/e");
		rmdir("d");
		assertThat(tree().names("")).isEmpty();
		assertThat(list()).isEmpty();
		assertErrno(() -> rmdir("d"), Errno.ENOENT);
		writeFile("d", "a file now");
		assertErrno(() -> rmdir("d"), Errno.ENOTDIR);
	}

	@Test
	void aDirectoryThatIsRemovedWhileAFileInItIsOpenAndDeleted() {
		mkdir("d");
		writeFile("d/file", "text");
		HandleId open = open("d/file", OpenOptions.READ);
		delete("d/file");
		rmdir("d");
		assertThat(read(open)).isEqualTo("text");
		close(open);
		mkdir("d");
		assertThat(list("d")).isEmpty();
		assertErrno(() -> node("d/file"), Errno.ENOENT);
	}

	@Test
	@Semantics("Over libfuse 2, `rmdir` ends with ENOTEMPTY as long as a file that was deleted in the directory is "
			+ "open: libfuse keeps the file there under a hidden name.")
	void aDirectoryIsNotRemovedBeforeItsHiddenFiles() {
		mkdir("d", "other");
		writeFile("d/file", "text");
		HandleId open = open("d/file", OpenOptions.READ);
		fileSystem().hide(at("d/file"), hiddenName(1), false);
		assertThat(list("d")).isEmpty();
		assertErrno(() -> rmdir("d"), Errno.ENOTEMPTY);
		assertErrno(() -> rename("other", "d"), Errno.ENOTEMPTY);
		assertThat(read(open)).isEqualTo("text");
		close(open);
		rmdir("d");
		assertThat(tree().names("")).containsExactly("other");
	}

	@Test
	@Semantics("A time that is set for a directory created by programs is shown until an entry in it changes, or the "
			+ "application ends.")
	void theTimeOfADirectoryIsSet() {
		mkdir("d");
		Instant wanted = Instant.parse("2001-02-03T04:05:06Z");
		fileSystem().setModified(node("d"), wanted);
		assertThat(status("d").modified()).isEqualTo(wanted);
		writeFile("d/file", "text");
		assertThat(status("d").modified()).isAfter(wanted);
	}

	@Test
	void theTimeOfADirectoryIsSetAgainAfterItsFiles() {
		mkdir("d");
		Instant wanted = Instant.parse("2001-02-03T04:05:06Z");
		fileSystem().setModified(node("d"), wanted);
		assertThat(list("d")).isEmpty();
		writeFile("d/file", "text");
		fileSystem().setModified(node("d"), wanted);
		assertThat(list("d")).hasSize(1);
		assertThat(status("d").modified()).isEqualTo(wanted);
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
		// The kernel asks for EINVAL before it comes here.
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
		// Nobody has told the filesystem.
		assertErrno(() -> rename("a", "c"), Errno.ESTALE);
		assertErrno(() -> rename("a", "c"), Errno.ENOENT);
		assertThat(list("b")).containsExactly("a");
	}

	@Test
	@Semantics("A path costs a lookup for each directory in it that is not known yet, and none for known ones.")
	void aPathCostsALookupForEachDirectoryOnTheWay() {
		tree().makeDirectory("a");
		tree().makeDirectory("a/b");
		tree().put("a/b/file", bytes("text"));
		long lookups = application().lookups();
		node("a/b/file");
		assertThat(application().lookups()).isEqualTo(lookups + 3);
		node("a/b/file");
		node("a/b");
		rename("a", "c");
		node("c/b/file");
		assertThat(application().lookups()).as("and one that the new name is free").isEqualTo(lookups + 4);
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

	@Test
	void ofManyThatMakeADirectoryOneDoes() throws Exception {
		int threads = 8;
		ExecutorService programs = Executors.newFixedThreadPool(threads);
		try {
			for (int i = 0; i < 20; i++) {
				Name name = new Name("directory " + i);
				CyclicBarrier start = new CyclicBarrier(threads);
				Callable<Boolean> program = () -> {
					start.await();
					try {
						fileSystem().createDirectory(at(name.value()));
						return true;
					}
					catch (ErrnoException ex) {
						assertThat(ex.errno()).isEqualTo(Errno.EEXIST);
						return false;
					}
				};
				int made = 0;
				for (Future<Boolean> result : programs
					.invokeAll(IntStream.range(0, threads).mapToObj((each) -> program).toList())) {
					made += result.get() ? 1 : 0;
				}
				assertThat(made).isEqualTo(1);
			}
		}
		finally {
			programs.shutdownNow();
		}
		assertThat(tree().names("")).hasSize(20);
	}

}
