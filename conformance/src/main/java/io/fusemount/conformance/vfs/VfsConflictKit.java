package io.fusemount.conformance.vfs;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the fate of changes whose row has changed meanwhile, in a filesystem that
 * fails them and in one that keeps both.
 */
abstract class VfsConflictKit extends VfsKit {

	private static final String CONFLICT = " \\(conflict \\d{4}-\\d\\d-\\d\\d \\d\\d\\.\\d\\d\\.\\d\\d( \\d+)?\\)";

	private boolean keepingBoth;

	@Override
	protected VirtualFileSystem fileSystem() {
		return this.keepingBoth ? fixture().keepingBoth() : super.fileSystem();
	}

	private void keepBoth() {
		this.keepingBoth = true;
	}

	@Test
	@Semantics("If the application deletes a row while its file is open for writing, closing ends with ESTALE, the row "
			+ "does not come back, and the bytes are kept.")
	void rowThatTheApplicationDeletedDoesNotComeBack() throws IOException {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		removeBehind("a.txt");
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isNull();
		assertThat(fixture().unsavedContent()).singleElement()
			.satisfies((place) -> assertThat(Files.readString(place)).isEqualTo("mine"));
	}

	@Test
	void conflictIsToldOnceForEachAttempt() {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(fixture().conflicts()).containsExactly(directory() + "/a.txt -> null");
	}

	@Test
	void nameThatSomebodyElseHasTakenIsAConflict() {
		HandleId handle = create("a.txt");
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		assertErrno(() -> fileSystem().flush(handle), Errno.EEXIST);
		fileSystem().release(handle);
		assertThat(fixture().conflicts()).containsExactly(directory() + "/a.txt -> null");
	}

	@Test
	void refusalOfAnotherUniqueColumnIsNoConflict() {
		keepBoth();
		HandleId handle = create("a.txt");
		write(handle, 0, "mine");
		application().failNextCommit(Errno.EEXIST);
		assertErrno(() -> fileSystem().flush(handle), Errno.EEXIST);
		assertThat(fixture().conflicts()).isEmpty();
		fileSystem().flush(handle);
		fileSystem().release(handle);
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void theOthersContentIsSeenAfterAConflictThatNobodyReported() {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(readFile("a.txt")).isEqualTo("theirs");
	}

	@Test
	@Semantics("With `fusemount.conflicts=keep-both`, closing succeeds, the row keeps the other change, and the "
			+ "bytes are a new file beside it, with `(conflict` and the time in its name.")
	void bothAreKept() {
		keepBoth();
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		fileSystem().flush(handle);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("theirs");
		assertThat(committed(conflictOf("a", ".txt"))).isEqualTo("mine");
		assertThat(readFile("a.txt")).isEqualTo("theirs");
		assertThat(fixture().unsavedContent()).isEmpty();
		assertThat(fixture().conflicts()).singleElement()
			.asString()
			.matches(directory() + "/a.txt -> " + directory() + "/a.*\\.txt");
		assertThat(fileSystem().supervision().openHandles()).isZero();
	}

	@Test
	@Semantics("Later writes through the same handle go to the new file.")
	void laterWritesGoToTheConflictFile() {
		keepBoth();
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		changeBehind("a.txt", "theirs");
		fileSystem().sync(handle);
		String conflict = conflictOf("a", ".txt");
		write(handle, 4, " and more");
		assertThat(readFile(conflict)).isEqualTo("mine and more");
		assertThat(readFile("a.txt")).isEqualTo("theirs");
		close(handle);
		assertThat(committed(conflict)).isEqualTo("mine and more");
		assertThat(committed("a.txt")).isEqualTo("theirs");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", conflict);
	}

	@Test
	void conflictFileCanBeRenamedOverTheFile() {
		keepBoth();
		conflict("a.txt", "mine", "theirs");
		rename(conflictOf("a", ".txt"), "a.txt");
		assertThat(committed("a.txt")).isEqualTo("mine");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	@Semantics("If the application has deleted the row, the new file has the old name.")
	void rowThatIsGoneComesBackUnderItsName() {
		keepBoth();
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		removeBehind("a.txt");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("mine");
		assertThat(list()).containsExactly("a.txt");
	}

	@Test
	void newFileWhoseNameWasTakenIsKeptBesideTheOther() {
		keepBoth();
		HandleId handle = create("a.txt");
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("theirs");
		assertThat(committed(conflictOf("a", ".txt"))).isEqualTo("mine");
		assertThat(readFile("a.txt")).isEqualTo("theirs");
	}

	@Test
	void newFileForARowThatHasMovedOnSinceItsBackupIsKeptBesideIt() {
		keepBoth();
		application().put("a.txt", bytes("before"));
		rename("a.txt", "a.txt~");
		HandleId handle = create("a.txt");
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("theirs");
		assertThat(committed(conflictOf("a", ".txt"))).isEqualTo("mine");
	}

	@Test
	void twoConflictsAtOneMomentAreTwoFiles() {
		keepBoth();
		conflict("a.txt", "mine", "theirs");
		conflict("a.txt", "mine again", "theirs again");
		assertThat(list()).hasSize(3);
		assertThat(list().stream().filter((name) -> !name.equals("a.txt")).map(this::committed))
			.containsExactlyInAnyOrder("mine", "mine again");
	}

	@Test
	void conflictOfALongNameKeepsItsExtension() {
		keepBoth();
		String name = "n".repeat(250) + ".pdf";
		conflict(name, "mine", "theirs");
		assertThat(list()).hasSize(2).allMatch((entry) -> entry.endsWith(".pdf") && entry.length() <= 255);
	}

	@Test
	void fileThatWasRenamedWhileOpenIsKeptUnderItsNewName() {
		keepBoth();
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		rename("a.txt", "b.txt");
		write(handle, 0, "more");
		application().put("b.txt", bytes("theirs"));
		close(handle);
		assertThat(committed("b.txt")).isEqualTo("theirs");
		assertThat(committed(conflictOf("b", ".txt"))).isEqualTo("more");
	}

	@Test
	@Semantics("If the new file cannot be stored either, or would need bytes of the old version that are gone, the "
			+ "outcome is that of `fail`.")
	void conflictThatCanNotBeKeptFails() throws IOException {
		keepBoth();
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "mine");
		application().put("a.txt", bytes("theirs"));
		application().failNextCommit(Errno.ESTALE);
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("theirs");
		assertThat(list()).containsExactly("a.txt");
		assertThat(fixture().unsavedContent()).singleElement()
			.satisfies((place) -> assertThat(Files.readString(place)).isEqualTo("mine"));
	}

	@Test
	void twoVersionsAreNeverMixedInAConflictFile() {
		keepBoth();
		application().put("a.txt", bytes("the old version"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "MY");
		application().put("a.txt", bytes("the new version"));
		try {
			fileSystem().flush(handle);
			assertThat(committed(conflictOf("a", ".txt"))).isEqualTo("MYe old version");
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).isEqualTo(Errno.ESTALE);
			assertThat(list()).containsExactly("a.txt");
		}
		fileSystem().release(handle);
		assertThat(committed("a.txt")).isEqualTo("the new version");
	}

	@Test
	void timesThatCanNotBeSetMakeNoConflictFile() {
		keepBoth();
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		fileSystem().setModified(node("a.txt"), Instant.EPOCH);
		application().put("a.txt", bytes("theirs"));
		close(handle);
		assertThat(list()).containsExactly("a.txt");
		assertThat(committed("a.txt")).isEqualTo("theirs");
	}

	private void conflict(String name, String mine, String theirs) {
		application().put(name, bytes("before"));
		fileSystem().invalidate(committedKey(name));
		HandleId handle = open(name, OVERWRITE);
		write(handle, 0, mine);
		changeBehind(name, theirs);
		close(handle);
	}

	private String conflictOf(String stem, String extension) {
		List<String> found = list().stream().filter((name) -> name.matches(stem + CONFLICT + extension)).toList();
		assertThat(found).as("conflict files among " + list()).hasSize(1);
		return found.get(0);
	}

}
