package io.fusemount.conformance.vfs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.OpenOptions.Creation;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: files that are created without being written, as {@code flock(1)} creates the
 * file that it locks.
 */
abstract class VfsCreateKit extends VfsKit {

	private static final OpenOptions NEW_TO_READ = new OpenOptions(true, false, false, Creation.EXCLUSIVE, false,
			false);

	private static final Instant LONG_AGO = Instant.parse("2001-09-09T01:46:40Z");

	@Test
	@Semantics("A file that is created for reading only is committed when `open` returns, in one transaction.")
	void fileThatIsCreatedForReadingIsCommittedAtOnce() {
		long before = application().commits();
		HandleId handle = createToRead("lock");
		assertThat(committed("lock")).isEmpty();
		assertThat(read(handle)).isEmpty();
		assertErrno(() -> write(handle, 0, "text"), Errno.EBADF);
		close(handle);
		assertThat(application().commits()).isEqualTo(before + 1);
		assertThat(list()).containsExactly("lock");
	}

	@Test
	@Semantics("If the application refuses the file, `open` ends with the errno that says why, and there is no file.")
	void refusalReachesWhoCreates() {
		application().failNextCommit(Errno.EINVAL);
		assertErrno(
				() -> fixture().dispatcher()
					.dispatch(Operation.CREATE, directory() + "/lock", () -> createToRead("lock").value()),
				Errno.EINVAL);
		assertThat(find("lock")).isNull();
		assertThat(list()).isEmpty();
		assertThat(fileSystem().supervision().openHandles()).isZero();
		assertThat(error(directory())).startsWith("lock: EINVAL: ");
		assertThat(text("/.fusemount/errors")).contains(" EINVAL create " + directory() + "/lock: ");
		close(createToRead("lock"));
		assertThat(committed("lock")).isEmpty();
		assertThat(fileSystem().extendedAttributes(fileSystem().resolve(directory()))).isEmpty();
	}

	@Test
	@Semantics("If another process has created the file in the meantime, that file is opened, or `open` ends with "
			+ "EEXIST if O_EXCL was given.")
	void fileThatSomebodyElseHasJustCreatedIsOpened() {
		assertThat(find("lock")).isNull();
		application().put("lock", bytes("theirs"));
		assertErrno(() -> fileSystem().create(at("lock"), NEW_TO_READ), Errno.EEXIST);
		assertThat(find("other")).isNull();
		application().put("other", bytes("theirs"));
		HandleId handle = createToRead("other");
		assertThat(read(handle)).isEqualTo("theirs");
		close(handle);
		assertThat(list()).containsExactlyInAnyOrder("lock", "other");
	}

	@Test
	void fileThatAProgramHasJustCreatedIsOpened() {
		HandleId writer = create("a.txt");
		HandleId reader = createToRead("a.txt");
		write(writer, 0, "text");
		assertThat(read(reader)).isEqualTo("text");
		close(reader);
		assertThat(committed("a.txt")).as("a reader that closes has no part in what a writer is at").isNull();
		close(writer);
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	void programsThatCreateOneFileAtOnceShareIt() throws Exception {
		ExecutorService programs = Executors.newCachedThreadPool();
		try {
			List<Future<HandleId>> creators = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				creators.add(programs.submit(() -> createToRead("lock")));
			}
			for (Future<HandleId> creator : creators) {
				close(creator.get(60, TimeUnit.SECONDS));
			}
		}
		finally {
			programs.shutdownNow();
		}
		assertThat(list()).containsExactly("lock");
		assertThat(fileSystem().supervision().openHandles()).isZero();
	}

	@Test
	void whatIsCreatedForReadingIsAFileLikeAnyOther() {
		HandleId handle = createToRead("lock");
		fileSystem().setModified(node("lock"), LONG_AGO);
		assertThat(status("lock").modified()).isEqualTo(LONG_AGO);
		assertThat(status("lock").inode()).isEqualTo(fileSystem().status(handle).inode());
		rename("lock", "b.txt");
		close(handle);
		writeFile("b.txt", "text");
		assertThat(committed("b.txt")).isEqualTo("text");
		delete("b.txt");
		assertThat(list()).isEmpty();
	}

	@Test
	void scratchFileThatIsCreatedForReadingStaysLocal() {
		long before = application().commits();
		HandleId handle = createToRead("lock.tmp");
		assertThat(read(handle)).isEmpty();
		close(handle);
		assertThat(list()).containsExactly("lock.tmp");
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	void rowThatWaitsUnderTheNameIsTaken() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		rename("a.txt", "a.txt~");
		close(createToRead("a.txt"));
		assertThat(committedKey("a.txt")).isEqualTo(key);
		assertThat(committed("a.txt")).isEmpty();
		assertThat(readFile("a.txt~")).isEqualTo("old");
	}

	/**
	 * Calls {@code open(name, O_CREAT | O_RDONLY)}, after the kernel has found no such
	 * file.
	 */
	private HandleId createToRead(String name) {
		return fileSystem().create(at(name), OpenOptions.READ);
	}

	private String error(String path) {
		return new String(fileSystem().extendedAttribute(fileSystem().resolve(path), "user.fusemount.error"),
				StandardCharsets.UTF_8);
	}

	private String text(String path) {
		HandleId handle = fileSystem().open(fileSystem().resolve(path), OpenOptions.READ);
		String text = read(handle);
		fileSystem().release(handle);
		return text;
	}

}
