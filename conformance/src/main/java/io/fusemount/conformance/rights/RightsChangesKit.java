package io.fusemount.conformance.rights;

import java.time.Instant;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: who may see a file and not change it can read it and nothing else, and nobody
 * creates what would be another one's.
 */
abstract class RightsChangesKit extends RightsKit {

	private static final OwnedRow READ_ONLY = new OwnedRow("one-ro.txt", User.ONE, true, "read only");

	private void assertUnchanged() {
		assertThat(rows().get("one-ro.txt")).isEqualTo(READ_ONLY);
		assertThat(one().cat("one-ro.txt")).isEqualTo("read only");
		assertFurtherRows();
	}

	@Test
	void readOnlyFileCanBeRead() {
		assertThat(one().cat("one-ro.txt")).isEqualTo("read only");
		assertThat(clerk().cat("two.txt")).isEqualTo("of two");
		one().does(() -> {
			fileSystem().access(one().node("one-ro.txt"), false, false);
			return null;
		});
	}

	@Test
	void readOnlyFileCanNotBeOpenedForWriting() {
		assertErrno(() -> one().open("one-ro.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		assertErrno(() -> one().open("one-ro.txt", Desk.OVERWRITE), Errno.EACCES);
		assertUnchanged();
	}

	@Test
	void readOnlyFileIsNotOverwrittenByWhoOpensItForReading() {
		HandleId reader = one().open("one-ro.txt", OpenOptions.READ);
		assertErrno(() -> one().write(reader, "no"), Errno.EBADF, Errno.EACCES);
		one().close(reader);
		assertUnchanged();
	}

	@Test
	void readOnlyFileCanNotBeOpenedForWritingWhileAnotherUserHasItOpenSo() {
		HandleId writer = admin().open("one-ro.txt", OpenOptions.READ_WRITE);
		assertErrno(() -> one().open("one-ro.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		assertErrno(() -> one().truncate("one-ro.txt", 0), Errno.EACCES);
		admin().close(writer);
		assertUnchanged();
	}

	@Test
	void readOnlyFileCanNotBeTruncated() {
		assertErrno(() -> one().truncate("one-ro.txt", 0), Errno.EACCES);
		assertUnchanged();
	}

	@Test
	void timeOfAReadOnlyFileCanNotBeSet() {
		Instant before = one().status("one-ro.txt").modified();
		assertErrno(() -> one().setModified("one-ro.txt", Instant.EPOCH), Errno.EACCES);
		assertThat(one().status("one-ro.txt").modified()).isEqualTo(before);
	}

	@Test
	void readOnlyFileCanNotBeDeleted() {
		assertErrno(() -> one().delete("one-ro.txt"), Errno.EACCES);
		assertUnchanged();
	}

	@Test
	void readOnlyFileCanNotBeRenamed() {
		for (String target : new String[] { "free.txt", "one.txt", "one-ro.txt~", "one-ro.txt.bak" }) {
			assertErrno(() -> one().rename("one-ro.txt", target), Errno.EACCES);
		}
		assertErrno(() -> one().rename("one-ro.txt", "two.txt"), Errno.EACCES, Errno.EEXIST);
		assertUnchanged();
	}

	@Test
	void nothingCanBeRenamedOntoAReadOnlyFile() {
		one().echo("scratch", "4913");
		HandleId handle = one().create("new.txt");
		one().write(handle, "new");
		for (String source : new String[] { "one.txt", "4913", "new.txt" }) {
			assertErrno(() -> one().rename(source, "one-ro.txt"), Errno.EACCES);
			assertSeen(one(), source);
		}
		one().close(handle);
		assertThat(rows().get("one-ro.txt")).isEqualTo(READ_ONLY);
		assertThat(rows().get("one.txt").content()).isEqualTo("of one");
		assertFurtherRows("new.txt");
	}

	@Test
	void nodeThatWasFoundByWhoMayChangeItCanNotBeChangedByWhoMayNot() {
		Node node = admin().node("one-ro.txt");
		assertErrno(() -> one().open(node, OpenOptions.READ_WRITE), Errno.EACCES);
		assertErrno(() -> one().does(() -> {
			fileSystem().truncate(node, 0);
			return null;
		}), Errno.EACCES);
		assertUnchanged();
	}

	@Test
	void accessTellsWhoMayWrite() {
		admin().does(() -> {
			fileSystem().access(admin().node("one-ro.txt"), true, false);
			return null;
		});
		assertErrno(() -> one().does(() -> {
			fileSystem().access(one().node("one-ro.txt"), true, false);
			return null;
		}), Errno.EACCES);
	}

	@Test
	void whoMayChangeAFileOfAnotherUserDoesAndItStaysTheOwners() {
		clerk().echo("by the clerk", "one.txt");
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.ONE, false, "by the clerk"));
		assertThat(one().cat("one.txt")).isEqualTo("by the clerk");
		admin().echo("by the administrator", "two.txt");
		assertThat(rows().get("two.txt").owner()).isEqualTo(User.TWO);
		clerk().rename("one.txt", "renamed.txt");
		assertThat(rows().get("renamed.txt").owner()).isEqualTo(User.ONE);
		assertHidden(two(), "renamed.txt");
	}

	@Test
	void newFileBelongsToItsCreator() {
		one().echo("new", "new.txt");
		assertThat(rows().get("new.txt")).isEqualTo(new OwnedRow("new.txt", User.ONE, false, "new"));
		assertSeen(one(), "new.txt");
		assertSeen(clerk(), "new.txt");
		assertHidden(two(), "new.txt");
		assertTaken(two(), "new.txt");
	}

	@Test
	void newFileThatItsCreatorCouldNotChangeIsRefusedWhenItIsStored() {
		HandleId handle = one().create("to-two-letter.txt");
		one().write(handle, "from one");
		assertErrno(() -> one().close(handle), Errno.EACCES);
		assertThat(rows().find("to-two-letter.txt")).isNull();
		assertThat(two().list()).containsExactly("two.txt");
		assertErrno(() -> one().createEmpty("to-two-empty.txt"), Errno.EACCES);
		assertErrno(() -> clerk().createEmpty("to-two-empty.txt"), Errno.EACCES);
		assertFurtherRows();
		admin().echo("from admin", "to-two-letter.txt");
		assertThat(two().cat("to-two-letter.txt")).isEqualTo("from admin");
		assertHidden(one(), "to-two-letter.txt");
	}

	@Test
	void scratchFileDoesNotBecomeWhatItsCreatorCouldNotChange() {
		one().echo("from one", "4913");
		assertErrno(() -> one().rename("4913", "to-two-letter.txt"), Errno.EACCES);
		assertThat(one().cat("4913")).isEqualTo("from one");
		assertFurtherRows();
	}

	@Test
	void ownFileThatIsRenamedKeepsItsOwner() {
		one().rename("one.txt", "to-two-letter.txt");
		assertThat(rows().get("to-two-letter.txt").owner()).isEqualTo(User.ONE);
		assertSeen(one(), "to-two-letter.txt");
		assertHidden(two(), "to-two-letter.txt");
	}

	@Test
	void ownFileThatReplacesAnotherUsersFileGivesItItsContentOnly() {
		clerk().rename("clerk.txt", "one.txt");
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.ONE, false, "of clerk"));
		assertThat(one().cat("one.txt")).isEqualTo("of clerk");
		assertErrno(() -> clerk().rename("one.txt", "two.txt"), Errno.EACCES);
		assertThat(rows().get("two.txt").content()).isEqualTo("of two");
	}

	@Test
	void rightThatIsGivenCanBeUsedAtOnce() {
		rows().protect("one-ro.txt", false);
		one().echo("writable", "one-ro.txt");
		assertThat(rows().get("one-ro.txt").content()).isEqualTo("writable");
		rows().give("two.txt", User.ONE);
		assertThat(one().cat("two.txt")).isEqualTo("of two");
		assertHidden(two(), "two.txt");
		assertTaken(two(), "two.txt");
	}

	@Test
	void rightThatIsTakenCanNotBeUsedAnyMore() {
		assertSeen(one(), "one.txt");
		rows().protect("one.txt", true);
		assertErrno(() -> one().open("one.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		assertErrno(() -> one().delete("one.txt"), Errno.EACCES);
		assertThat(one().cat("one.txt")).isEqualTo("of one");
		rows().give("one.txt", User.TWO);
		assertHidden(one(), "one.txt");
		assertErrno(() -> one().open("one.txt", OpenOptions.READ), Errno.ENOENT);
		assertErrno(() -> one().delete("one.txt"), Errno.ENOENT);
		assertTaken(one(), "one.txt");
		assertSeen(two(), "one.txt");
		assertThat(rows().get("one.txt").content()).isEqualTo("of one");
	}

	@Test
	void ownFileThatIsDeletedIsGoneForEverybody() {
		assertSeen(clerk(), "one.txt");
		one().delete("one.txt");
		for (User user : new User[] { User.ADMIN, User.CLERK, User.ONE, User.TWO }) {
			assertHidden(desk(user), "one.txt");
		}
		assertThat(rows().find("one.txt")).isNull();
	}

}
