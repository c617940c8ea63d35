package io.fusemount.conformance.vfs;

import java.time.Instant;
import java.util.List;
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
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: directories that programs create, remove, rename and move with their
 * contents, where a source of files supports it. The test of a source extends this class
 * and provides only the fixture and its owner.
 */
public abstract class VfsDirectoriesKit extends VfsDirectoryMovesKit {

	/** Returns a fresh fixture; public for tests in other packages. */
	@Override
	protected abstract VfsFixture createFixture();

	/**
	 * Returns the owner of everything below {@code /files} of the fixture that was
	 * created last.
	 */
	protected abstract ApplicationTree tree();

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
	void removingADirectoryListsNothing() {
		mkdir("d");
		writeFile("d/file", "text");
		long before = application().lookups();
		assertErrno(() -> rmdir("d"), Errno.ENOTEMPTY);
		delete("d/file");
		rmdir("d");
		assertThat(application().lookups()).isEqualTo(before);
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
