package io.fusemount.conformance.vfs;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a modification time is the time of the last change, unless a program sets it,
 * as {@code cp -p}, {@code tar} and {@code rsync} do.
 */
abstract class VfsTimesKit extends VfsKit {

	private static final Instant LONG_AGO = Instant.parse("2001-09-09T01:46:40Z");

	@Test
	@Semantics("Each change of a directory's names through the mount updates its modification time.")
	void eachChangeOfNamesMovesTheTimeOfTheDirectory() {
		Instant before = directoryTime();
		HandleId handle = create("a.txt");
		before = assertMoved(before);
		close(handle);
		before = directoryTime();
		rename("a.txt", "b.txt");
		before = assertMoved(before);
		fileSystem().createEmpty(at("c.txt"));
		before = assertMoved(before);
		rename("b.txt", "c.txt");
		before = assertMoved(before);
		rename("c.txt", "c.tmp");
		before = assertMoved(before);
		rename("c.tmp", "c.txt");
		before = assertMoved(before);
		HandleId scratch = create(".c.txt.swp");
		before = assertMoved(before);
		close(scratch);
		delete(".c.txt.swp");
		before = assertMoved(before);
		delete("c.txt");
		assertMoved(before);
	}

	@Test
	void timeOfADirectoryStaysWhileItsNamesDo() {
		writeFile("a.txt", "text");
		list();
		Instant before = directoryTime();
		assertThat(list()).containsExactly("a.txt");
		assertThat(readFile("a.txt")).isEqualTo("text");
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		close(handle);
		assertThat(directoryTime()).isEqualTo(before);
	}

	@Test
	@Semantics("Changes by the application update the time of the directory as soon as they are reported; changes by "
			+ "others, as soon as a listing shows them.")
	void changesByOthersMoveTheTimeOfTheDirectory() {
		writeFile("a.txt", "text");
		assertThat(list()).containsExactly("a.txt");
		Instant before = directoryTime();
		application().put("b.txt", bytes("reported"));
		fileSystem().invalidate(committedKey("b.txt"));
		before = assertMoved(before);
		list();
		before = directoryTime();
		application().put("c.txt", bytes("not reported"));
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "b.txt", "c.txt");
		before = assertMoved(before);
		application().remove("a.txt");
		list();
		before = assertMoved(before);
		list();
		assertThat(directoryTime()).isEqualTo(before);
	}

	@Test
	void aRowThatComesIntoAnEmptyDirectoryMovesItsTime() {
		assertThat(list()).isEmpty();
		Instant before = directoryTime();
		application().put("a.txt", bytes("text"));
		fileSystem().invalidate(committedKey("a.txt"));
		assertMoved(before);
	}

	private Instant directoryTime() {
		return fileSystem().status(fileSystem().resolve(directory())).modified();
	}

	private Instant assertMoved(Instant before) {
		Instant now = directoryTime();
		assertThat(now).isAfter(before);
		return now;
	}

	@Test
	void timeOfAClosedFileCanBeSet() {
		application().put("a.txt", bytes("text"));
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		assertThat(status("a.txt").modified()).isEqualTo(LONG_AGO);
		assertThat(committed("a.txt")).isEqualTo("text");
		var restarted = fixture().restarted();
		assertThat(restarted.status(restarted.resolve(directory() + "/a.txt")).modified()).isEqualTo(LONG_AGO);
	}

	@ParameterizedTest
	@ValueSource(strings = { "-999999999-01-01", "-292275055-05-16", "-100000-01-01", "-004713-01-01", "-000001-01-01",
			"0000-01-01", "0001-01-01", "0999-12-31", "1582-10-10", "1900-01-01", "1969-12-31", "1970-01-01",
			"2038-01-20", "9999-12-31", "+10000-01-01", "+294276-12-31", "+300000-01-01", "+292278994-08-18",
			"+999999999-12-31" })
	@Semantics("A modification time that the database cannot keep is refused with EINVAL, and the file stays as it was.")
	void timeIsKeptOrRefused(String date) {
		Instant asked = LocalDate.parse(date).atTime(12, 34, 56, 789_000_000).toInstant(ZoneOffset.UTC);
		writeFile("a.txt", "text");
		Instant before = status("a.txt").modified();
		Instant expected = isRefused(() -> fileSystem().setModified(node("a.txt"), asked)) ? before : asked;
		assertStored("a.txt", expected);
		HandleId handle = create("b.txt");
		write(handle, 0, "text");
		fileSystem().setModified(node("b.txt"), asked);
		if (isRefused(() -> fileSystem().flush(handle))) {
			assertThat(expected).as("refused for both or none").isEqualTo(before);
			fileSystem().setModified(node("b.txt"), LONG_AGO);
			close(handle);
			assertStored("b.txt", LONG_AGO);
		}
		else {
			close(handle);
			assertStored("b.txt", asked);
		}
	}

	private static boolean isRefused(Runnable setting) {
		try {
			setting.run();
			return false;
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).as(ex.getMessage()).isEqualTo(Errno.EINVAL);
			return true;
		}
	}

	private void assertStored(String name, Instant modified) {
		assertThat(status(name).modified()).isEqualTo(modified);
		var restarted = fixture().restarted();
		assertThat(restarted.status(restarted.resolve(directory() + "/" + name)).modified()).isEqualTo(modified);
	}

	@Test
	void timeSetOnADirtyFileSurvivesTheCommit() {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		assertThat(fileSystem().status(handle).modified()).isEqualTo(LONG_AGO);
		close(handle);
		assertThat(status("a.txt").modified()).isEqualTo(LONG_AGO);
		var restarted = fixture().restarted();
		assertThat(restarted.status(restarted.resolve(directory() + "/a.txt")).modified()).isEqualTo(LONG_AGO);
	}

	@Test
	void timeSetOnAnOpenCleanFileSurvivesItsClose() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		close(handle);
		assertThat(status("a.txt").modified()).isEqualTo(LONG_AGO);
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	void timeSetAfterACommitIsSeenByTheNextOpen() {
		writeFile("a.txt", "first");
		HandleId rewriting = open("a.txt", OpenOptions.READ_WRITE);
		write(rewriting, 0, "second");
		close(rewriting);
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		HandleId handle = open("a.txt", OpenOptions.READ);
		assertThat(fileSystem().status(handle).modified()).isEqualTo(LONG_AGO);
		close(handle);
		assertThat(status("a.txt").modified()).isEqualTo(LONG_AGO);
	}

	@Test
	void timeSetBetweenFlushAndReleaseIsKept() {
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		fileSystem().flush(handle);
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		fileSystem().release(handle);
		assertThat(status("a.txt").modified()).isEqualTo(LONG_AGO);
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	void fileCanStillBeReadAndWrittenAfterItsTimeWasSet() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		assertThat(read(handle)).isEqualTo("text");
		write(handle, 0, "TEXT");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("TEXT");
	}

	@Test
	@Semantics("A write sets the modification time.")
	void writeMovesTheTimeOn() {
		application().put("a.txt", bytes("text"));
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "TEXT");
		assertThat(fileSystem().status(handle).modified()).isAfter(LONG_AGO);
		close(handle);
		assertThat(status("a.txt").modified()).isAfter(LONG_AGO);
	}

	@Test
	@Semantics("The times that `stat` shows after a write are still those of the file after its commit.")
	void timesSeenAfterAWriteStayAfterTheCommit() {
		HandleId handle = create("a.txt");
		Instant created = fileSystem().status(handle).created();
		awaitAnotherTime();
		write(handle, 0, "text");
		Instant modified = fileSystem().status(handle).modified();
		assertThat(modified).isAfter(created);
		assertTimes("a.txt", created, modified);
		awaitAnotherTime();
		fileSystem().flush(handle);
		assertTimes("a.txt", created, modified);
		write(handle, 2, "more");
		modified = fileSystem().status(handle).modified();
		awaitAnotherTime();
		close(handle);
		assertTimes("a.txt", created, modified);
		var restarted = fixture().restarted();
		FileStatus stored = restarted.status(restarted.resolve(directory() + "/a.txt"));
		assertThat(stored.created()).isEqualTo(created);
		assertThat(stored.modified()).isEqualTo(modified);
	}

	@Test
	void timesOfAFileThatIsRenamedBeforeItsCommitStay() {
		application().put("b.txt", bytes("old"));
		Instant born = status("b.txt").created();
		HandleId handle = create("a.txt");
		write(handle, 0, "text");
		Instant modified = status("a.txt").modified();
		awaitAnotherTime();
		rename("a.txt", "b.txt");
		assertTimes("b.txt", born, modified);
		close(handle);
		assertTimes("b.txt", born, modified);
	}

	private void assertTimes(String name, Instant created, Instant modified) {
		assertThat(status(name).created()).isEqualTo(created);
		assertThat(status(name).modified()).isEqualTo(modified);
	}

	/** Waits until anything stored from now on would get other times. */
	private static void awaitAnotherTime() {
		Instant begun = Instant.now();
		while (Instant.now().isBefore(begun.plusMillis(2))) {
			Thread.onSpinWait();
		}
	}

	@Test
	void readLeavesTheTime() {
		application().put("a.txt", bytes("text"));
		Instant modified = status("a.txt").modified();
		readFile("a.txt");
		close(open("a.txt", OpenOptions.READ_WRITE));
		assertThat(status("a.txt").modified()).isEqualTo(modified);
	}

	@Test
	@Semantics("A time that is set is committed when `utimensat` returns, or together with content that has been "
			+ "written and not committed yet.")
	void timeIsCommittedAtOnceThoughAWriterHasTheFileOpen() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		long before = application().commits();
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		assertThat(application().commits()).isEqualTo(before + 1);
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().setModified(node("a.txt"), Instant.EPOCH), Errno.EINVAL);
		close(handle);
		assertThat(application().commits()).isEqualTo(before + 2);
		var restarted = fixture().restarted();
		assertThat(restarted.status(restarted.resolve(directory() + "/a.txt")).modified()).isEqualTo(LONG_AGO);
	}

	@Test
	void timeOfANewFileCanBeSetThoughItIsCommittedMeanwhile() {
		HandleId writer = create("a.txt");
		HandleId reader = open("a.txt", OpenOptions.READ);
		Node found = node("a.txt");
		close(writer);
		fileSystem().setModified(found, LONG_AGO);
		close(reader);
		assertThat(status("a.txt").modified()).isEqualTo(LONG_AGO);
	}

	@Test
	void timeOfAVersionThatIsNoMoreIsNotSet() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		changeBehind("a.txt", "changed");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("changed");
		assertThat(status("a.txt").modified()).isAfter(LONG_AGO);
		assertThat(fixture().unsavedContent()).isEmpty();
	}

	@Test
	void renamedFileKeepsItsTime() {
		application().put("a.txt", bytes("text"));
		application().put("b.txt", bytes("other"));
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		rename("a.txt", "c.txt");
		assertThat(status("c.txt").modified()).isEqualTo(LONG_AGO);
		rename("c.txt", "b.txt");
		assertThat(status("b.txt").modified()).isEqualTo(LONG_AGO);
	}

}
