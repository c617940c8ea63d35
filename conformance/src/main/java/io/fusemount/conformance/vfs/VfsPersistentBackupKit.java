package io.fusemount.conformance.vfs;

import java.time.Instant;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a row keeps its identity though a process renames it to a backup that is
 * stored.
 */
abstract class VfsPersistentBackupKit extends VfsKit {

	private static final Caller EDITOR = new Caller(1000, 1000, 7);

	private static final Caller SOMEBODY = new Caller(1000, 1000, 8);

	private @Nullable NodeKey key;

	/** {@code a.txt} with the text "old". */
	private void existing() {
		application().put("a.txt", bytes("old"));
		this.key = committedKey("a.txt");
	}

	private static void by(Caller caller, Runnable work) {
		Caller.as(caller, () -> {
			work.run();
			return caller;
		});
	}

	/** The row has its name back, and the backup is another one. */
	private void assertRestored(String text) {
		assertThat(application().key("a.txt")).isEqualTo(this.key);
		assertThat(committed("a.txt")).isEqualTo(text);
		assertThat(committed("a.bak")).isEqualTo("old");
		assertThat(readFile("a.txt")).isEqualTo(text);
		assertThat(readFile("a.bak")).isEqualTo("old");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "a.bak");
		assertThat(status("a.txt").inode()).isNotEqualTo(status("a.bak").inode());
	}

	/** The row is the backup. */
	private void assertMoved(String text) {
		assertThat(application().key("a.bak")).isEqualTo(this.key);
		assertThat(committed("a.bak")).isEqualTo("old");
		assertThat(committed("a.txt")).isEqualTo(text);
		assertThat(readFile("a.txt")).isEqualTo(text);
		assertThat(readFile("a.bak")).isEqualTo("old");
	}

	@Test
	@Semantics("A row that a process renames, and that it follows with a new file of the old name within a few seconds, keeps its identity with that name, and the other name is a new row's.")
	void rowStaysWithTheNameWhenTheSameProcessWritesANewFile() {
		existing();
		long before = application().commits();
		by(EDITOR, () -> {
			rename("a.txt", "a.bak");
			assertThat(application().key("a.bak")).as("committed at once").isEqualTo(this.key);
			writeFile("a.txt", "new");
		});
		assertThat(application().commits()).isEqualTo(before + 2);
		assertRestored("new");
	}

	@Test
	void rowStaysWithTheNameWhenTheSameProcessRenamesAScratchFile() {
		existing();
		by(EDITOR, () -> {
			writeFile("new.tmp", "new");
			rename("a.txt", "a.bak");
			rename("new.tmp", "a.txt");
		});
		assertRestored("new");
	}

	@Test
	void rowStaysWithTheNameWhenTheSameProcessRenamesAFileThatItHasMade() {
		existing();
		by(EDITOR, () -> {
			writeFile("a.txt.oCeL5qc", "new");
			rename("a.txt", "a.bak");
			rename("a.txt.oCeL5qc", "a.txt");
		});
		assertRestored("new");
		assertThat(application().key("a.txt.oCeL5qc")).isNull();
	}

	@Test
	void timesOfBothAreKept() {
		existing();
		Instant longAgo = Instant.parse("2001-02-03T04:05:06Z");
		fileSystem().setModified(node("a.txt"), longAgo);
		by(EDITOR, () -> {
			rename("a.txt", "a.bak");
			writeFile("a.txt", "new");
		});
		assertRestored("new");
		assertThat(status("a.bak").modified()).isEqualTo(longAgo);
		assertThat(status("a.txt").modified()).isAfter(longAgo);
	}

	@Test
	void renameThatAnotherProcessFollowsIsARename() {
		existing();
		by(EDITOR, () -> rename("a.txt", "a.bak"));
		by(SOMEBODY, () -> writeFile("a.txt", "new"));
		assertMoved("new");
	}

	@Test
	void renameThatNobodyKnownFollowsIsARename() {
		existing();
		rename("a.txt", "a.bak");
		writeFile("a.txt", "new");
		assertMoved("new");
	}

	@Test
	void onlyTheNextFileOfTheNameCounts() {
		existing();
		by(EDITOR, () -> rename("a.txt", "a.bak"));
		by(SOMEBODY, () -> {
			writeFile("a.txt", "other");
			delete("a.txt");
		});
		by(EDITOR, () -> writeFile("a.txt", "new"));
		assertMoved("new");
	}

	@Test
	void rowOfTheApplicationThatFollowsKeepsItsOwnIdentity() {
		existing();
		application().put("b.txt", bytes("b"));
		NodeKey other = committedKey("b.txt");
		by(EDITOR, () -> {
			rename("a.txt", "a.bak");
			rename("b.txt", "a.txt");
		});
		assertMoved("b");
		assertThat(application().key("a.txt")).isEqualTo(other);
	}

	@Test
	void backupThatWasChangedSinceStaysTheRow() {
		existing();
		by(EDITOR, () -> {
			rename("a.txt", "a.bak");
			writeFile("a.bak", "old");
			writeFile("a.txt", "new");
		});
		assertMoved("new");
		changeBehind("a.bak", "old");
		by(EDITOR, () -> {
			rename("a.bak", "b.bak");
			changeBehind("b.bak", "changed");
			writeFile("a.bak", "newer");
		});
		assertThat(application().key("b.bak")).isEqualTo(this.key);
		assertThat(committed("b.bak")).isEqualTo("changed");
		assertThat(committed("a.bak")).isEqualTo("newer");
	}

	@Test
	void backupThatSomebodyWritesToStaysTheRow() {
		existing();
		HandleId writer = open("a.txt", OpenOptions.READ_WRITE);
		by(EDITOR, () -> {
			rename("a.txt", "a.bak");
			writeFile("a.txt", "new");
		});
		write(writer, 0, "OLD");
		close(writer);
		assertThat(application().key("a.bak")).isEqualTo(this.key);
		assertThat(committed("a.bak")).isEqualTo("OLD");
		assertThat(committed("a.txt")).isEqualTo("new");
	}

	@Test
	void readersKeepTheOldContent() {
		existing();
		HandleId reader = open("a.txt", OpenOptions.READ);
		by(EDITOR, () -> {
			rename("a.txt", "a.bak");
			writeFile("a.txt", "new");
		});
		assertThat(read(reader)).isEqualTo("old");
		close(reader);
		assertRestored("new");
	}

	@Test
	void backupStaysTheRowIfTheApplicationRefuses() {
		existing();
		by(EDITOR, () -> {
			rename("a.txt", "a.bak");
			application().failNextCommit(Errno.EINVAL);
			writeFile("a.txt", "new");
		});
		assertMoved("new");
	}

	@Test
	void whatTheDatabaseCannotDoNowIsTriedAgain() {
		existing();
		HandleId handle = Objects.requireNonNull(Caller.as(EDITOR, () -> {
			rename("a.txt", "a.bak");
			HandleId created = create("a.txt");
			write(created, 0, "new");
			application().failNextCommit(Errno.EIO);
			assertErrno(() -> fileSystem().flush(created), Errno.EIO);
			return created;
		}));
		assertThat(application().key("a.bak")).isEqualTo(this.key);
		by(EDITOR, () -> close(handle));
		assertRestored("new");
	}

}
