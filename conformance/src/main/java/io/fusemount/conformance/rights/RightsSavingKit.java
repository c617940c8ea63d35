package io.fusemount.conformance.rights;

import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the ways in which programs save a file show it to nobody else, at none of
 * their steps, and to nobody less.
 */
abstract class RightsSavingKit extends RightsKit {

	/** To TWO, nothing has happened, and every one of these names is taken. */
	private void assertTwoSeesNothingOf(String... names) {
		assertThat(two().list()).containsExactly("two.txt");
		for (String name : names) {
			assertHidden(two(), name);
			assertErrno(() -> two().open(name, OpenOptions.READ), Errno.ENOENT);
			assertErrno(() -> two().delete(name), Errno.ENOENT);
			assertErrno(() -> two().rename(name, "stolen.txt"), Errno.ENOENT);
			assertTaken(two(), name);
			assertErrno(() -> two().rename("two.txt", name), Errno.EEXIST);
		}
	}

	private void assertSaved(String content) {
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.ONE, false, content));
		assertThat(clerk().cat("one.txt")).isEqualTo(content);
		assertFurtherRows();
	}

	@Test
	void anEditorThatKeepsABackupShowsTheFileToWhoMaySeeTheRow() {
		one().echo("swap", ".one.txt.swp");
		assertTwoSeesNothingOf("one.txt", ".one.txt.swp");
		one().rename("one.txt", "one.txt~");
		assertTwoSeesNothingOf("one.txt", "one.txt~", ".one.txt.swp");
		assertHidden(clerk(), ".one.txt.swp");
		HandleId handle = one().create("one.txt");
		assertTwoSeesNothingOf("one.txt", "one.txt~", ".one.txt.swp");
		assertSeen(clerk(), "one.txt");
		one().write(handle, "saved by one");
		assertTwoSeesNothingOf("one.txt", "one.txt~", ".one.txt.swp");
		assertThat(clerk().cat("one.txt")).isEqualTo("saved by one");
		one().close(handle);
		assertTwoSeesNothingOf("one.txt", "one.txt~", ".one.txt.swp");
		assertThat(one().cat("one.txt~")).isEqualTo("of one");
		one().delete("one.txt~");
		one().delete(".one.txt.swp");
		assertTwoSeesNothingOf("one.txt");
		assertSaved("saved by one");
	}

	@Test
	void backupOfTheOldContentIsOfItsMakerOnly() {
		one().rename("one.txt", "one.txt~");
		one().echo("saved by one", "one.txt");
		assertThat(one().cat("one.txt~")).isEqualTo("of one");
		assertHidden(clerk(), "one.txt~");
		assertTaken(clerk(), "one.txt~");
		assertHidden(two(), "one.txt~");
		assertTaken(two(), "one.txt~");
		assertSaved("saved by one");
	}

	@Test
	void fileThatIsMovedAwayForAMomentCanNotBeHadByWhoMayOnlySeeIt() {
		two().rename("two.txt", "two.txt~");
		assertErrno(() -> clerk().create("two.txt"), Errno.EACCES, Errno.EEXIST);
		assertErrno(() -> clerk().createEmpty("two.txt"), Errno.EACCES, Errno.EEXIST);
		assertErrno(() -> clerk().rename("clerk.txt", "two.txt"), Errno.EACCES, Errno.EEXIST);
		clerk().echo("scratch", "4913");
		assertErrno(() -> clerk().rename("4913", "two.txt"), Errno.EACCES, Errno.EEXIST);
		assertErrno(() -> clerk().delete("two.txt~"), Errno.EACCES, Errno.ENOENT);
		assertErrno(() -> clerk().rename("two.txt~", "clerk.txt~"), Errno.EACCES, Errno.ENOENT);
		assertErrno(() -> clerk().open("two.txt~", OpenOptions.READ_WRITE), Errno.EACCES, Errno.ENOENT);
		assertThat(rows().get("two.txt").content()).isEqualTo("of two");
		two().echo("saved by two", "two.txt");
		two().delete("two.txt~");
		assertThat(rows().get("two.txt")).isEqualTo(new OwnedRow("two.txt", User.TWO, false, "saved by two"));
		assertFurtherRows();
	}

	@Test
	void newFileUnderTheNameOfAStoredOneCanNotBeChangedByWhoMayOnlySeeTheRow() {
		two().rename("two.txt", "two.txt~");
		HandleId handle = two().create("two.txt");
		two().write(handle, "saved by two");
		assertErrno(() -> clerk().open("two.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		assertErrno(() -> clerk().truncate("two.txt", 0), Errno.EACCES);
		assertErrno(() -> clerk().delete("two.txt"), Errno.EACCES);
		assertErrno(() -> clerk().rename("two.txt", "free.txt"), Errno.EACCES);
		assertErrno(() -> clerk().rename("clerk.txt", "two.txt"), Errno.EACCES);
		two().close(handle);
		assertThat(rows().get("two.txt")).isEqualTo(new OwnedRow("two.txt", User.TWO, false, "saved by two"));
	}

	@Test
	void readOnlyFileCanNotBeMovedAwayForAMoment() {
		assertErrno(() -> one().rename("one-ro.txt", "one-ro.txt~"), Errno.EACCES);
		assertErrno(() -> one().create("one-ro.txt"), Errno.EEXIST);
		assertSeen(one(), "one-ro.txt");
		assertThat(one().find("one-ro.txt~")).isNull();
		assertThat(rows().get("one-ro.txt").content()).isEqualTo("read only");
	}

	@Test
	void anOfficeProgramShowsNeitherItsLockNorItsTemporaryFile() {
		one().echo("lock", ".~lock.one.txt#");
		HandleId temporary = one().create("lu1a2b3c.tmp");
		one().write(temporary, "saved by one");
		assertTwoSeesNothingOf("one.txt", ".~lock.one.txt#", "lu1a2b3c.tmp");
		assertHidden(clerk(), ".~lock.one.txt#");
		assertHidden(clerk(), "lu1a2b3c.tmp");
		one().close(temporary);
		assertTwoSeesNothingOf("one.txt", ".~lock.one.txt#", "lu1a2b3c.tmp");
		one().rename("lu1a2b3c.tmp", "one.txt");
		assertTwoSeesNothingOf("one.txt", ".~lock.one.txt#");
		one().delete(".~lock.one.txt#");
		assertSaved("saved by one");
		two().echo("lock of two", ".~lock.one.txt#");
		assertHidden(one(), ".~lock.one.txt#");
	}

	@Test
	void programThatReplacesByAStoredFileShowsItToWhoMaySeeTheRow() {
		one().echo("saved by one", "one.new");
		assertSeen(clerk(), "one.new");
		assertTwoSeesNothingOf("one.txt", "one.new");
		one().rename("one.new", "one.txt");
		assertTwoSeesNothingOf("one.txt");
		assertSaved("saved by one");
	}

	@Test
	void programThatStoresItsBackupShowsNeitherToOthers() {
		one().echo("saved by one", "4913");
		one().rename("one.txt", "one.txt.bak");
		assertTwoSeesNothingOf("one.txt.bak", "4913");
		one().rename("4913", "one.txt");
		assertTwoSeesNothingOf("one.txt", "one.txt.bak");
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.ONE, false, "saved by one"));
		assertThat(rows().get("one.txt.bak")).isEqualTo(new OwnedRow("one.txt.bak", User.ONE, false, "of one"));
	}

	@Test
	void programThatDeletesTheFileBeforeItSavesShowsItToNobodyElse() {
		one().delete("one.txt");
		assertHidden(two(), "one.txt");
		HandleId handle = one().create("one.txt");
		one().write(handle, "saved by one");
		assertTwoSeesNothingOf("one.txt");
		one().close(handle);
		assertTwoSeesNothingOf("one.txt");
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.ONE, false, "saved by one"));
	}

	@Test
	void saveIsAbandonedWithoutATrace() {
		one().rename("one.txt", "one.txt~");
		HandleId handle = one().create("one.txt");
		one().write(handle, "not wanted");
		one().delete("one.txt");
		one().close(handle);
		assertTwoSeesNothingOf("one.txt~");
		one().rename("one.txt~", "one.txt");
		assertTwoSeesNothingOf("one.txt");
		assertSaved("of one");
	}

	@Test
	void clerkWhoSavesAFileOfACustomerLeavesItToTheCustomer() {
		clerk().rename("one.txt", "one.txt~");
		assertTwoSeesNothingOf("one.txt", "one.txt~");
		HandleId handle = clerk().create("one.txt");
		clerk().write(handle, "saved by the clerk");
		assertSeen(one(), "one.txt");
		assertThat(one().cat("one.txt")).isEqualTo("saved by the clerk");
		assertTwoSeesNothingOf("one.txt", "one.txt~");
		clerk().close(handle);
		assertThat(one().cat("one.txt")).isEqualTo("saved by the clerk");
		assertHidden(one(), "one.txt~");
		assertTaken(one(), "one.txt~");
		clerk().delete("one.txt~");
		assertSaved("saved by the clerk");
	}

	@Test
	void rowThatIsGivenAwayWhileItsFileIsMovedAwayIsTheNewOwners() {
		one().rename("one.txt", "one.txt~");
		give("one.txt", User.TWO);
		assertHidden(one(), "one.txt");
		assertHidden(one(), "one.txt~");
		assertErrno(() -> one().open("one.txt~", OpenOptions.READ), Errno.ENOENT);
		assertErrno(() -> one().create("one.txt"), Errno.EEXIST, Errno.EACCES);
		assertErrno(() -> one().delete("one.txt~"), Errno.ENOENT);
		assertErrno(() -> one().rename("one.txt~", "one.txt"), Errno.ENOENT);
		fileSystem().drain();
		assertThat(rows().all()).filteredOn((row) -> row.owner() == User.TWO)
			.extracting(OwnedRow::content)
			.containsExactlyInAnyOrder("of one", "of two");
	}

	@Test
	void rowThatIsGivenAwayWhileItsNewContentIsWrittenIsNotShownToItsOldOwner() {
		one().rename("one.txt", "one.txt~");
		HandleId handle = one().create("one.txt");
		one().write(handle, "saved by one");
		rows().give("one.txt", User.TWO);
		rows().change("one.txt", "secret of two");
		invalidate("one.txt");
		for (String name : List.of("one.txt", "one.txt~")) {
			assertThat(shown(one(), name)).doesNotContain("secret");
		}
		assertErrno(() -> one().close(handle), Errno.ESTALE, Errno.EACCES, Errno.ENOENT);
		assertThat(rows().get("one.txt").content()).isEqualTo("secret of two");
		// The file may still be away under the name of its backup.
		assertThat(List.of(shown(two(), "one.txt"), shown(two(), "one.txt~"))).contains("secret of two");
		assertHidden(one(), "one.txt~");
	}

	/** Returns an empty text if there is nothing to read. */
	private static String shown(Desk desk, String name) {
		try {
			return desk.cat(name);
		}
		catch (ErrnoException ex) {
			return "";
		}
	}

	@Test
	void detoursOfTwoUsersDoNotMeet() {
		one().rename("one.txt", "save~");
		assertErrno(() -> two().rename("two.txt", "save~"), Errno.EEXIST);
		two().rename("two.txt", "save2~");
		one().echo("saved by one", "one.txt");
		two().echo("saved by two", "two.txt");
		assertThat(one().list()).containsExactly("one-ro.txt", "one.txt", "save~");
		assertThat(two().list()).containsExactly("save2~", "two.txt");
		assertThat(rows().get("one.txt").content()).isEqualTo("saved by one");
		assertThat(rows().get("two.txt").content()).isEqualTo("saved by two");
		assertThat(one().cat("save~")).isEqualTo("of one");
	}

}
