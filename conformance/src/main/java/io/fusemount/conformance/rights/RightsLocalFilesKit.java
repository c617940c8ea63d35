package io.fusemount.conformance.rights;

import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.Program;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: what is not in the database is seen by the user who made it only, and has its
 * name all the same.
 */
abstract class RightsLocalFilesKit extends RightsKit {

	private static final List<User> OTHERS = List.of(User.ADMIN, User.CLERK, User.TWO);

	private void assertOfOneOnly(String name) {
		assertSeen(one(), name);
		for (User other : OTHERS) {
			assertHidden(desk(other), name);
			assertErrno(() -> desk(other).open(name, OpenOptions.READ), Errno.ENOENT);
			assertErrno(() -> desk(other).delete(name), Errno.ENOENT);
			assertErrno(() -> desk(other).deleteDirectory(name), Errno.ENOENT);
			assertErrno(() -> desk(other).rename(name, "free.txt"), Errno.ENOENT);
			assertTaken(desk(other), name);
		}
		assertErrno(() -> two().rename("two.txt", name), Errno.EEXIST);
		assertErrno(() -> clerk().rename("clerk.txt", name), Errno.EEXIST);
		assertErrno(() -> admin().rename("clerk.txt", name), Errno.EEXIST);
		two().echo("scratch of two", ".two.swp");
		assertErrno(() -> two().rename(".two.swp", name), Errno.EEXIST);
		two().delete(".two.swp");
		assertSeen(one(), name);
	}

	@Test
	void fileThatIsNotStoredYetIsSeenByItsMakerOnly() {
		HandleId handle = one().create("new.txt");
		assertOfOneOnly("new.txt");
		one().write(handle, "new");
		assertOfOneOnly("new.txt");
		one().close(handle);
		assertThat(rows().get("new.txt")).isEqualTo(new OwnedRow("new.txt", User.ONE, false, "new"));
		assertSeen(one(), "new.txt");
		assertSeen(clerk(), "new.txt");
		assertSeen(admin(), "new.txt");
		assertHidden(two(), "new.txt");
		assertTaken(two(), "new.txt");
	}

	@Test
	void fileThatIsStoredWhileItIsOpenIsSeenByWhoMaySeeItsRow() {
		HandleId handle = one().create("new.txt");
		one().write(handle, "new");
		fileSystem().flush(handle);
		assertSeen(clerk(), "new.txt");
		assertHidden(two(), "new.txt");
		one().write(handle, "newer");
		assertSeen(clerk(), "new.txt");
		assertHidden(two(), "new.txt");
		one().close(handle);
		assertThat(rows().get("new.txt").content()).isEqualTo("newer");
	}

	@Test
	void newFileUnderAnotherNameIsSeenByItsMakerOnly() {
		HandleId handle = one().create("new.txt");
		one().write(handle, "new");
		one().rename("new.txt", "newer.txt");
		for (User other : OTHERS) {
			assertHidden(desk(other), "new.txt");
		}
		assertHidden(two(), "newer.txt");
		one().close(handle);
		assertFurtherRows("newer.txt");
		assertHidden(two(), "newer.txt");
	}

	@Test
	void fileThatIsNotStoredYetIsSeenByWhoHasTheAudienceOfItsMaker() {
		Assumptions.assumeTrue(fixture().colleagues());
		HandleId handle = clerk().create("new.txt");
		clerk().write(handle, "new");
		assertSeen(desk(User.COLLEAGUE), "new.txt");
		assertThat(desk(User.COLLEAGUE).cat("new.txt")).isEqualTo("new");
		assertHidden(admin(), "new.txt");
		clerk().close(handle);
		desk(User.COLLEAGUE).echo("scratch", "4913");
		assertThat(clerk().cat("4913")).isEqualTo("scratch");
		assertHidden(one(), "4913");
		clerk().delete("4913");
		assertHidden(desk(User.COLLEAGUE), "4913");
	}

	@Test
	void fileThatCanNotBeStoredStaysHidden() {
		HandleId handle = one().create("new.txt");
		one().write(handle, "new");
		rows().failNextCommit(Errno.EIO);
		assertErrno(() -> fileSystem().flush(handle), Errno.EIO);
		assertOfOneOnly("new.txt");
		one().close(handle);
		assertFurtherRows("new.txt");
		assertHidden(two(), "new.txt");
	}

	@Test
	void scratchFileIsSeenByItsMakerOnly() {
		HandleId handle = one().create(".one.txt.swp");
		one().write(handle, "swap");
		assertOfOneOnly(".one.txt.swp");
		one().close(handle);
		assertOfOneOnly(".one.txt.swp");
		assertThat(one().cat(".one.txt.swp")).isEqualTo("swap");
		one().rename(".one.txt.swp", "one.tmp");
		assertOfOneOnly("one.tmp");
		assertHidden(two(), ".one.txt.swp");
		one().delete("one.tmp");
		two().echo("swap of two", "one.tmp");
		assertThat(two().cat("one.tmp")).isEqualTo("swap of two");
		assertHidden(one(), "one.tmp");
		assertTaken(one(), "one.tmp");
	}

	@Test
	void serviceSeesLocalFilesOfAll() {
		one().echo("swap", ".one.txt.swp");
		HandleId handle = two().create("new.txt");
		assertThat(desk(null).list()).contains(".one.txt.swp", "new.txt");
		two().close(handle);
	}

	@Test
	void temporaryFileIsSeenByItsMakerOnly() {
		HandleId handle = one().create("one.txt.Ab3Xy9", OpenOptions.TEMPORARY);
		one().write(handle, "temporary");
		assertOfOneOnly("one.txt.Ab3Xy9");
		one().close(handle);
		assertOfOneOnly("one.txt.Ab3Xy9");
	}

	@Test
	void scratchDirectoryIsSeenByItsMakerOnly() {
		one().makeDirectory("one.lock");
		one().echo("host", "one.lock/info");
		assertOfOneOnly("one.lock");
		for (User other : OTHERS) {
			assertErrno(() -> desk(other).node("one.lock/info"), Errno.ENOENT);
			assertErrno(() -> desk(other).create("one.lock/more"), Errno.ENOENT);
			assertErrno(() -> desk(other).delete("one.lock/info"), Errno.ENOENT);
			assertErrno(() -> desk(other).list("one.lock"), Errno.ENOENT);
			assertErrno(() -> desk(other).rename("one.lock", "two.lock"), Errno.ENOENT);
		}
		assertThat(one().cat("one.lock/info")).isEqualTo("host");
		one().delete("one.lock/info");
		one().deleteDirectory("one.lock");
		two().makeDirectory("one.lock");
		assertHidden(one(), "one.lock");
		assertErrno(() -> one().makeDirectory("one.lock"), Errno.EEXIST);
	}

	@Test
	void scratchFilesAreStillOfTheirMakersAfterARestart() {
		one().echo("swap", ".one.txt.swp");
		one().makeDirectory("one.lock");
		one().echo("host", "one.lock/info");
		VirtualFileSystem restarted = fixture().reopen().get();
		Desk oneAgain = new Desk(User.ONE, restarted, directory());
		assertThat(oneAgain.list()).contains(".one.txt.swp", "one.lock");
		assertThat(oneAgain.cat(".one.txt.swp")).isEqualTo("swap");
		assertThat(oneAgain.cat("one.lock/info")).isEqualTo("host");
		for (User other : OTHERS) {
			Desk desk = new Desk(other, restarted, directory());
			assertHidden(desk, ".one.txt.swp");
			assertHidden(desk, "one.lock");
			assertErrno(() -> desk.create(".one.txt.swp"), Errno.EEXIST);
			assertErrno(() -> desk.makeDirectory("one.lock"), Errno.EEXIST);
		}
	}

	@Test
	void oneOfTwoUsersWhoCreateOneNameAtOnceIsRefused() throws Exception {
		@Nullable Errno[] outcomes = new @Nullable Errno[2];
		for (int i = 0; i < 20; i++) {
			String name = "race" + i + ".txt";
			Program first = Program.start(() -> one().echo("of one", name));
			Program second = Program.start(() -> two().echo("of two", name));
			outcomes[0] = first.outcome();
			outcomes[1] = second.outcome();
			assertThat(outcomes).containsExactlyInAnyOrder(null, Errno.EEXIST);
			User winner = (outcomes[0] == null) ? User.ONE : User.TWO;
			OwnedRow row = Objects.requireNonNull(rows().find(name));
			assertThat(row.owner()).isEqualTo(winner);
			assertThat(row.content()).isEqualTo((winner == User.ONE) ? "of one" : "of two");
			assertHidden((winner == User.ONE) ? two() : one(), name);
		}
	}

	@Test
	void nameIsTakenWhileAnotherUsersFileIsBeingStored() throws Exception {
		HandleId handle = one().create("new.txt");
		one().write(handle, "new");
		try (Gate gate = rows().holdCommits()) {
			Program closing = Program.start(() -> one().close(handle));
			gate.awaitArrival();
			Program creating = Program.start(() -> two().create("new.txt"));
			Program looking = Program.start(() -> assertThat(two().find("new.txt")).isNull());
			creating.isHeldUp();
			looking.isHeldUp();
			gate.close();
			closing.end();
			assertThat(creating.outcome()).isEqualTo(Errno.EEXIST);
			looking.end();
		}
		assertThat(rows().get("new.txt").owner()).isEqualTo(User.ONE);
	}

}
