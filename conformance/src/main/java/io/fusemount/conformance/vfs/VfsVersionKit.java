package io.fusemount.conformance.vfs;

import java.time.Instant;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: close-to-open consistency. A handle shows the version on which it was opened,
 * a new handle the newest version, and none a mixture.
 */
abstract class VfsVersionKit extends VfsKit {

	private static final Caller MAKER = new Caller(1000, 1000, 7);

	private static final Caller OTHER = new Caller(1000, 1000, 8);

	@Test
	@Semantics("A new open sees the newest committed version.")
	void newOpenSeesTheNewestVersion() {
		application().put("a.txt", bytes("first"));
		assertThat(readFile("a.txt")).isEqualTo("first");
		changeBehind("a.txt", "second one");
		assertThat(readFile("a.txt")).isEqualTo("second one");
		assertThat(status("a.txt").size()).isEqualTo(10);
	}

	@Test
	@Semantics("An open handle reads the version that it was opened at, or fails with ESTALE if that version is no "
			+ "longer available.")
	void openHandleNeverShowsAnotherVersion() {
		application().put("a.txt", bytes("first"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		changeBehind("a.txt", "second one");
		assertThat(readOldVersion(reader)).isIn("first", "ESTALE");
		close(reader);
	}

	@Test
	void handleThatHasReadKeepsItsVersionBesideANewOne() {
		application().put("a.txt", bytes("first"));
		HandleId old = open("a.txt", OpenOptions.READ);
		assertThat(read(old)).isEqualTo("first");
		changeBehind("a.txt", "second one");
		HandleId fresh = fileSystem().open(node("a.txt"), OpenOptions.READ);
		assertThat(read(fresh)).isEqualTo("second one");
		assertThat(readOldVersion(old)).isIn("first", "ESTALE");
		close(old);
		close(fresh);
	}

	@Test
	void pagesOfAFileThatWasNewAreNotThoseOfANewerVersion() {
		HandleId writer = create("a.txt");
		write(writer, 0, "first");
		fileSystem().flush(writer);
		changeBehind("a.txt", "second one");
		HandleId fresh = fileSystem().open(node("a.txt"), OpenOptions.READ);
		assertThat(read(fresh)).isEqualTo("second one");
		close(writer);
		close(fresh);
	}

	@Test
	void whatIsAppendedGoesToTheEndThoughTheKernelDoesNotKnowIt() {
		application().put("a.txt", bytes("first"));
		HandleId old = open("a.txt", OpenOptions.READ);
		changeBehind("a.txt", "second one");
		HandleId fresh = open("a.txt", APPEND.direct(true));
		write(fresh, 5, ", a");
		write(fresh, 20, ", b");
		close(fresh);
		assertThat(committed("a.txt")).isEqualTo("second one, a, b");
		close(old);
	}

	@Test
	void handleOfADeletedRowNeverShowsAnotherOne() {
		application().put("a.txt", bytes("first"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		removeBehind("a.txt");
		application().put("a.txt", bytes("another row"));
		fileSystem().invalidate(committedKey("a.txt"));
		assertThat(readOldVersion(reader)).isIn("first", "ESTALE");
		assertThat(readFile("a.txt")).isEqualTo("another row");
		close(reader);
	}

	@Test
	void partedFileGoesOnWithoutItsName() {
		application().put("a.txt", bytes("first"));
		HandleId old = open("a.txt", OpenOptions.READ_WRITE);
		assertThat(read(old)).isEqualTo("first");
		Node file = fileSystem().node(old);
		assertThat(node("a.txt")).isSameAs(file);
		changeBehind("a.txt", "second one");
		assertThat(node("a.txt")).isNotSameAs(file);
		fileSystem().coherence().part(file);
		assertThat(fileSystem().node(old)).isSameAs(file);
		write(old, 0, "FIRST");
		HandleId fresh = open("a.txt", OpenOptions.READ);
		assertThat(fileSystem().node(fresh)).isNotSameAs(file);
		assertThat(read(fresh)).isEqualTo("second one");
		close(fresh);
		HandleId again = fileSystem().open(file, OpenOptions.READ);
		assertThat(fileSystem().node(again)).isSameAs(file);
		close(again);
		assertThat(list()).containsExactly("a.txt");
		assertErrno(() -> fileSystem().flush(old), Errno.ESTALE);
		fileSystem().release(old);
		assertThat(committed("a.txt")).isEqualTo("second one");
	}

	@Test
	@Semantics("A change that the application commits is seen by the next lookup.")
	void deletedRowIsGone() {
		application().put("a.txt", bytes("first"));
		assertThat(find("a.txt")).isNotNull();
		removeBehind("a.txt");
		assertThat(find("a.txt")).isNull();
		assertThat(list()).isEmpty();
	}

	@Test
	void writesBehindAStaleCacheNeverTouchTheNewVersion() {
		application().put("a.txt", bytes("first version"));
		assertThat(status("a.txt").size()).isEqualTo(13);
		application().put("a.txt", bytes("2"));
		HandleId writer;
		try {
			writer = open("a.txt", OpenOptions.READ_WRITE);
			write(writer, 0, "3");
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).isEqualTo(Errno.ESTALE);
			return;
		}
		try {
			fileSystem().flush(writer);
			// The open has seen the new version: the result must not contain anything of
			// the old one.
			assertThat(committed("a.txt")).isEqualTo("3");
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).isEqualTo(Errno.ESTALE);
			assertThat(committed("a.txt")).isEqualTo("2");
		}
		fileSystem().release(writer);
	}

	@Test
	void openOfANodeFoundBeforeAnotherCommitSeesThatCommit() {
		application().put("log", bytes("one"));
		Node found = node("log");
		writeFile("log", "one, two");
		HandleId late = fileSystem().open(found, OpenOptions.READ_WRITE);
		assertThat(read(late)).isEqualTo("one, two");
		write(late, 8, ", three");
		close(late);
		assertThat(committed("log")).isEqualTo("one, two, three");
	}

	@Test
	void openOfANodeFoundBeforeTheCommitOfAnOpenFileJoinsIt() {
		application().put("log", bytes("one"));
		Node found = node("log");
		HandleId first = open("log", OpenOptions.READ_WRITE);
		write(first, 3, ", two");
		fileSystem().flush(first);
		HandleId late = fileSystem().open(found, OpenOptions.READ_WRITE);
		assertThat(read(late)).isEqualTo("one, two");
		write(late, 8, ", three");
		assertThat(read(first)).isEqualTo("one, two, three");
		close(late);
		close(first);
		assertThat(committed("log")).isEqualTo("one, two, three");
	}

	@Test
	void openOfANewFileFoundBeforeItsFirstCommitSeesTheFile() {
		HandleId first = create("log");
		write(first, 0, "one");
		Node found = node("log");
		close(first);
		HandleId late = fileSystem().open(found, OpenOptions.READ_WRITE);
		write(late, 3, ", two");
		assertThat(readFile("log")).isEqualTo("one, two");
		close(late);
		assertThat(committed("log")).isEqualTo("one, two");
	}

	@Test
	void openOfANodeFoundBeforeItWasReplacedSeesTheNewContent() {
		application().put("a.txt", bytes("old"));
		application().put("b.txt", bytes("brand new"));
		Node found = node("a.txt");
		rename("b.txt", "a.txt");
		HandleId late = fileSystem().open(found, OpenOptions.READ);
		assertThat(read(late)).isEqualTo("brand new");
		close(late);
	}

	@Test
	void openOfANodeFoundBeforeItsTimeWasSetSeesTheFile() {
		application().put("a.txt", bytes("text"));
		Node found = node("a.txt");
		fileSystem().setModified(node("a.txt"), Instant.EPOCH);
		HandleId late = fileSystem().open(found, OpenOptions.READ_WRITE);
		assertThat(read(late)).isEqualTo("text");
		write(late, 4, "!");
		close(late);
		assertThat(committed("a.txt")).isEqualTo("text!");
	}

	@Test
	@Semantics("The inode number of a file is the same after a restart.")
	void inodeNumberStaysThroughCommitsRenamesAndRestarts() {
		application().put("a.txt", bytes("first"));
		long inode = status("a.txt").inode();
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "FIRST");
		assertThat(fileSystem().status(handle).inode()).isEqualTo(inode);
		fileSystem().flush(handle);
		assertThat(fileSystem().status(handle).inode()).isEqualTo(inode);
		close(handle);
		rename("a.txt", "b.txt");
		assertThat(status("b.txt").inode()).isEqualTo(inode);
		var restarted = fixture().restarted();
		assertThat(restarted.status(restarted.resolve(directory() + "/b.txt")).inode()).isEqualTo(inode);
	}

	@Test
	@Semantics("The inode number of a new file does not change until the program that has created it closes it, and "
			+ "then becomes that of its row, unless others have it open.")
	void inodeNumberOfANewFileStaysUntilItsProgramClosesIt() {
		HandleId handle = Caller.as(MAKER, () -> create("a.txt"));
		long inode = status("a.txt").inode();
		write(handle, 0, "text");
		fileSystem().sync(handle);
		flushAs(OTHER, handle);
		assertThat(fileSystem().status(handle).inode()).isEqualTo(inode);
		assertThat(status("a.txt").inode()).isEqualTo(inode);
		HandleId reader = open("a.txt", OpenOptions.READ);
		flushAs(MAKER, handle);
		assertThat(status("a.txt").inode()).isEqualTo(inode);
		fileSystem().release(reader);
		flushAs(MAKER, handle);
		long closed = status("a.txt").inode();
		fileSystem().release(handle);
		assertThat(status("a.txt").inode()).isEqualTo(closed);
		var restarted = fixture().restarted();
		assertThat(restarted.status(restarted.resolve(directory() + "/a.txt")).inode()).isEqualTo(closed);
	}

	@Test
	void inodeNumberOfANewFileStaysWhileOthersHaveItOpen() {
		HandleId handle = Caller.as(MAKER, () -> create("a.txt"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		long inode = status("a.txt").inode();
		flushAs(MAKER, handle);
		fileSystem().release(handle);
		assertThat(fileSystem().status(reader).inode()).isEqualTo(inode);
		fileSystem().release(reader);
	}

	@Test
	void filesHaveDifferentInodeNumbers() {
		writeFile("a.txt", "a");
		writeFile("b.txt", "b");
		HandleId fresh = create("c.txt");
		assertThat(java.util.Set.of(status("a.txt").inode(), status("b.txt").inode(), status("c.txt").inode(),
				fileSystem().status(fileSystem().resolve(directory())).inode()))
			.hasSize(4);
		close(fresh);
	}

	private void flushAs(Caller caller, HandleId handle) {
		Caller.as(caller, () -> {
			fileSystem().flush(handle);
			return null;
		});
	}

	private String readOldVersion(HandleId handle) {
		try {
			return read(handle);
		}
		catch (ErrnoException ex) {
			return ex.errno().name();
		}
	}

}
