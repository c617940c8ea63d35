package io.fusemount.conformance.vfs;

import java.time.Instant;
import java.util.ArrayList;
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
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: directories that programs create for their own purposes stay local, with all
 * their contents, even where no other directory can be created.
 */
abstract class VfsScratchDirectoryKit extends VfsKit {

	private void mkdir(String... names) {
		for (String name : names) {
			fileSystem().createDirectory(at(name));
		}
	}

	private void rmdir(String name) {
		fileSystem().deleteDirectory(at(name));
	}

	private List<String> list(String name) {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem().openDirectory(node(name));
		fileSystem().readDirectory(handle, 0, (entry, status, next) -> names.add(entry));
		fileSystem().releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names;
	}

	@Test
	@Semantics("A directory with a scratch name stays local, and so does everything that programs create in it, "
			+ "whatever its name; it can be created wherever files can.")
	void whatIsMadeInAScratchDirectoryNeverBecomesARow() {
		long before = application().commits();
		mkdir(".~tmp~", ".~tmp~/inner");
		writeFile(".~tmp~/report.txt", "text");
		writeFile(".~tmp~/inner/file", "more");
		fileSystem().createEmpty(at(".~tmp~/inner/empty"));
		assertThat(list()).containsExactly(".~tmp~");
		assertThat(list(".~tmp~")).containsExactlyInAnyOrder("inner", "report.txt");
		assertThat(list(".~tmp~/inner")).containsExactlyInAnyOrder("file", "empty");
		assertThat(readFile(".~tmp~/inner/file")).isEqualTo("more");
		writeFile(".~tmp~/report.txt", "newer");
		assertThat(readFile(".~tmp~/report.txt")).isEqualTo("newer");
		assertThat(status(".~tmp~").kind()).isEqualTo(FileStatus.Kind.DIRECTORY);
		assertThat(status(".~tmp~/report.txt").size()).isEqualTo(5);
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	@Semantics("A scratch directory that is not empty is not removed: ENOTEMPTY.")
	void onlyAnEmptyScratchDirectoryIsRemoved() {
		mkdir("a.lock", "a.lock/inner");
		assertErrno(() -> rmdir("a.lock"), Errno.ENOTEMPTY);
		rmdir("a.lock/inner");
		HandleId handle = create("a.lock/file");
		assertErrno(() -> rmdir("a.lock"), Errno.ENOTEMPTY);
		delete("a.lock/file");
		rmdir("a.lock");
		close(handle);
		assertThat(find("a.lock")).isNull();
		assertThat(list()).isEmpty();
		mkdir("a.lock");
		assertThat(list("a.lock")).isEmpty();
		assertErrno(() -> mkdir("a.lock"), Errno.EEXIST);
		assertErrno(() -> create("a.lock"), Errno.EEXIST);
	}

	@Test
	@Semantics("A file that is renamed out of a scratch directory is stored under its new name, in the row that has "
			+ "the name or in a new one.")
	void whatIsRenamedOutOfAScratchDirectoryIsStored() {
		writeFile("old.txt", "old");
		NodeKey key = committedKey("old.txt");
		mkdir(".~tmp~");
		writeFile(".~tmp~/old.txt", "changed");
		writeFile(".~tmp~/new.txt", "new");
		long before = application().commits();
		rename(".~tmp~/old.txt", "old.txt");
		rename(".~tmp~/new.txt", "new.txt");
		assertThat(application().commits()).isEqualTo(before + 2);
		assertThat(committedKey("old.txt")).isEqualTo(key);
		assertThat(committed("old.txt")).isEqualTo("changed");
		assertThat(committed("new.txt")).isEqualTo("new");
		assertThat(list(".~tmp~")).isEmpty();
		rmdir(".~tmp~");
		assertThat(list()).containsExactlyInAnyOrder("new.txt", "old.txt");
	}

	@Test
	void anOpenFileIsRenamedOutOfAScratchDirectory() {
		mkdir(".~tmp~");
		HandleId handle = create(".~tmp~/file");
		write(handle, 0, "text");
		rename(".~tmp~/file", "file");
		write(handle, 4, " and more");
		close(handle);
		assertThat(committed("file")).isEqualTo("text and more");
	}

	@Test
	@Semantics("A scratch file that is renamed into a scratch directory stays local there; renaming a stored file "
			+ "into one ends with EXDEV, so that programs copy.")
	void scratchFilesMoveIntoAScratchDirectory() {
		writeFile("stored", "text");
		writeFile("file~", "local");
		mkdir(".rsync-partial", ".rsync-partial/inner");
		rename("file~", ".rsync-partial/file");
		rename(".rsync-partial/file", ".rsync-partial/inner/again");
		HandleId handle = create("new");
		write(handle, 0, "new");
		rename("new", ".rsync-partial/new");
		close(handle);
		assertThat(readFile(".rsync-partial/inner/again")).isEqualTo("local");
		assertThat(readFile(".rsync-partial/new")).isEqualTo("new");
		assertErrno(() -> rename("stored", ".rsync-partial/stored"), Errno.EXDEV);
		assertErrno(() -> rename("stored", ".rsync-partial/new"), Errno.EXDEV);
		assertErrno(() -> rename("stored", ".rsync-partial/inner"), Errno.EISDIR);
		assertThat(list()).containsExactlyInAnyOrder("stored", ".rsync-partial");
		assertThat(committed("stored")).isEqualTo("text");
		rename(".rsync-partial/new", "moved~");
		assertThat(readFile("moved~")).isEqualTo("new");
	}

	@Test
	@Semantics("A scratch directory is renamed to another scratch name, also within another scratch directory, with "
			+ "all its contents; a rename to any other name ends with EXDEV, so that programs copy.")
	void aScratchDirectoryIsRenamedToAScratchName() {
		mkdir("a.lock", ".~tmp~", "full.lock", "full.lock/inner");
		writeFile("a.lock/file", "text");
		long inode = status("a.lock").inode();
		HandleId handle = open("a.lock/file", OpenOptions.READ_WRITE);
		rename("a.lock", "b.lock");
		write(handle, 4, " and more");
		close(handle);
		assertThat(readFile("b.lock/file")).isEqualTo("text and more");
		assertThat(status("b.lock").inode()).isEqualTo(inode);
		assertErrno(() -> rename("b.lock", "full.lock"), Errno.ENOTEMPTY);
		assertErrno(() -> rename("b.lock", "ordinary"), Errno.EXDEV);
		assertErrno(() -> rename("full.lock", "full.lock/inner/again"), Errno.EINVAL, Errno.EPERM);
		rename("b.lock", ".~tmp~/ordinary");
		assertThat(readFile(".~tmp~/ordinary/file")).isEqualTo("text and more");
		mkdir("c.lock");
		rename("full.lock", "c.lock");
		assertThat(list("c.lock")).containsExactly("inner");
		assertThat(list()).containsExactlyInAnyOrder(".~tmp~", "c.lock");
	}

	@Test
	void theTimeOfItsDirectoryMoves() {
		Instant before = fileSystem().status(fileSystem().resolve(directory())).modified();
		mkdir("a.lock");
		Instant made = fileSystem().status(fileSystem().resolve(directory())).modified();
		assertThat(made).isAfter(before);
		Instant inside = status("a.lock").modified();
		writeFile("a.lock/file", "text");
		assertThat(status("a.lock").modified()).isAfter(inside);
		delete("a.lock/file");
		rmdir("a.lock");
		assertThat(fileSystem().status(fileSystem().resolve(directory())).modified()).isAfter(made);
	}

	@Test
	void nothingComesToBeInADirectoryThatIsGone() {
		mkdir("a.lock");
		Place gone = at("a.lock/file");
		rmdir("a.lock");
		assertErrno(() -> fileSystem().create(gone, OpenOptions.NEW), Errno.ENOENT);
		assertErrno(() -> fileSystem().createDirectory(gone), Errno.ENOENT);
		assertThat(fileSystem().supervision().newFiles()).isZero();
	}

	@Test
	@Semantics("Of many programs that create one scratch directory, one succeeds, and the others get EEXIST.")
	void ofManyThatTakeALockOneDoes() throws Exception {
		int threads = 8;
		ExecutorService programs = Executors.newFixedThreadPool(threads);
		try {
			for (int i = 0; i < 50; i++) {
				CyclicBarrier start = new CyclicBarrier(threads);
				Callable<Boolean> program = () -> {
					start.await();
					try {
						mkdir("a.lock");
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
				rmdir("a.lock");
			}
		}
		finally {
			programs.shutdownNow();
		}
		assertThat(fileSystem().supervision().newFiles()).isZero();
	}

}
