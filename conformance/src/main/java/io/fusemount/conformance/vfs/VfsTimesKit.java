package io.fusemount.conformance.vfs;

import java.time.Instant;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: modification times are those of the last change, unless a program sets them,
 * as {@code cp -p}, {@code tar} and {@code rsync} do.
 */
abstract class VfsTimesKit extends VfsKit {

	private static final Instant LONG_AGO = Instant.parse("2001-09-09T01:46:40Z");

	@Test
	void timeOfAClosedFileCanBeSet() {
		application().put("a.txt", bytes("text"));
		fileSystem().setModified(node("a.txt"), LONG_AGO);
		assertThat(status("a.txt").modified()).isEqualTo(LONG_AGO);
		assertThat(committed("a.txt")).isEqualTo("text");
		var restarted = fixture().restarted();
		assertThat(restarted.status(restarted.resolve("/files/a.txt")).modified()).isEqualTo(LONG_AGO);
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
		assertThat(restarted.status(restarted.resolve("/files/a.txt")).modified()).isEqualTo(LONG_AGO);
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
	void readLeavesTheTime() {
		application().put("a.txt", bytes("text"));
		Instant modified = status("a.txt").modified();
		readFile("a.txt");
		close(open("a.txt", OpenOptions.READ_WRITE));
		assertThat(status("a.txt").modified()).isEqualTo(modified);
	}

	@Test
	@Semantics("A time that is set and not committed yet is dropped if the row moves on meanwhile.")
	void timeOfAVersionThatIsNoMoreIsDropped() {
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
