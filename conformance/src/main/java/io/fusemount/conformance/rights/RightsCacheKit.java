package io.fusemount.conformance.rights;

import java.time.Duration;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: what is cached of one user is not the answer to another one, and ends with a
 * change of the user's own, or with one that was reported.
 */
abstract class RightsCacheKit extends RightsKit {

	@Override
	RightsFixture createFixture(RightsConformanceKit kit) {
		return kit.createFixture(Duration.ofHours(1));
	}

	@Test
	void answersToOneUserAreNotThoseToAnother() {
		for (int i = 0; i < 2; i++) {
			assertHidden(two(), "one.txt");
			assertSeen(one(), "one.txt");
			assertSeen(clerk(), "one.txt");
			assertErrno(() -> clerk().open("two.txt", OpenOptions.READ_WRITE), Errno.EACCES);
			two().close(two().open("two.txt", OpenOptions.READ_WRITE));
			assertTaken(two(), "one.txt");
			assertErrno(() -> two().rename("two.txt", "one.txt"), Errno.EEXIST);
			assertThat(two().list()).containsExactly("two.txt");
			assertThat(one().list()).containsExactly("one-ro.txt", "one.txt");
			assertThat(clerk().list()).containsExactly("clerk.txt", "one-ro.txt", "one.txt", "two.txt");
		}
	}

	@Test
	void colleaguesShareWhatIsCached() {
		Assumptions.assumeTrue(fixture().colleagues());
		clerk().list();
		clerk().node("two.txt");
		long before = lookups();
		desk(User.COLLEAGUE).node("two.txt");
		assertThat(lookups()).isEqualTo(before);
	}

	private long lookups() {
		return fixture().files().application().lookups();
	}

	@Test
	void knownNameIsNotLookedUpAgain() {
		one().node("one.txt");
		assertThat(two().find("one.txt")).isNull();
		long before = lookups();
		one().node("one.txt");
		assertThat(two().find("one.txt")).isNull();
		assertThat(lookups()).isEqualTo(before);
	}

	@Test
	void ownNewFileIsSeenAtOnceByWhoMaySeeIt() {
		for (User user : List.of(User.ADMIN, User.CLERK, User.ONE, User.TWO)) {
			assertHidden(desk(user), "new.txt");
		}
		HandleId handle = one().create("new.txt");
		assertSeen(one(), "new.txt");
		assertHidden(clerk(), "new.txt");
		assertHidden(two(), "new.txt");
		assertTaken(two(), "new.txt");
		one().write(handle, "new");
		one().close(handle);
		assertSeen(one(), "new.txt");
		assertSeen(clerk(), "new.txt");
		assertSeen(admin(), "new.txt");
		assertHidden(two(), "new.txt");
		assertTaken(two(), "new.txt");
		one().rename("new.txt", "newer.txt");
		for (User user : List.of(User.ADMIN, User.CLERK, User.ONE)) {
			assertSeen(desk(user), "newer.txt");
			assertHidden(desk(user), "new.txt");
		}
		assertHidden(two(), "newer.txt");
		assertHidden(two(), "new.txt");
		one().delete("newer.txt");
		for (User user : List.of(User.ADMIN, User.CLERK, User.ONE, User.TWO)) {
			assertHidden(desk(user), "newer.txt");
		}
		two().echo("of two", "newer.txt");
		assertHidden(one(), "newer.txt");
		assertSeen(clerk(), "newer.txt");
	}

	@Test
	void rowThatIsGivenAwayIsHiddenAsSoonAsThatIsReported() {
		assertSeen(one(), "one.txt");
		assertHidden(two(), "one.txt");
		give("one.txt", User.TWO);
		assertHidden(one(), "one.txt");
		assertErrno(() -> one().open("one.txt", OpenOptions.READ), Errno.ENOENT);
		assertTaken(one(), "one.txt");
		assertSeen(two(), "one.txt");
		two().echo("of two", "one.txt");
		assertThat(rows().get("one.txt").content()).isEqualTo("of two");
	}

	@Test
	void rowThatIsProtectedIsReadOnlyAsSoonAsThatIsReported() {
		one().close(one().open("one.txt", OpenOptions.READ_WRITE));
		rows().protect("one.txt", true);
		invalidate("one.txt");
		assertErrno(() -> one().open("one.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		assertErrno(() -> one().delete("one.txt"), Errno.EACCES);
		rows().protect("one.txt", false);
		invalidate("one.txt");
		one().echo("again", "one.txt");
		assertThat(rows().get("one.txt").content()).isEqualTo("again");
	}

	@Test
	void everythingThatIsCachedEndsTogether() {
		assertSeen(one(), "one.txt");
		assertHidden(two(), "one.txt");
		rows().give("one.txt", User.TWO);
		fileSystem().invalidateNames();
		assertHidden(one(), "one.txt");
		assertSeen(two(), "one.txt");
		rows().give("one.txt", User.ONE);
		fileSystem().invalidateAll();
		assertSeen(one(), "one.txt");
		assertHidden(two(), "one.txt");
	}

	@Test
	void rowThatIsRemovedIsGoneForEverybodyAsSoonAsThatIsReported() {
		assertSeen(one(), "one.txt");
		assertSeen(clerk(), "one.txt");
		assertTaken(two(), "one.txt");
		NodeKey key = rows().key("one.txt");
		rows().remove("one.txt");
		fileSystem().invalidate(new NodeChange(key, null, true));
		assertHidden(one(), "one.txt");
		assertHidden(clerk(), "one.txt");
		two().echo("of two", "one.txt");
		assertThat(rows().get("one.txt").owner()).isEqualTo(User.TWO);
	}

	@Test
	void rowThatComesIsSeenByWhoMaySeeItAsSoonAsThatIsReported() {
		for (User user : List.of(User.CLERK, User.ONE, User.TWO)) {
			assertHidden(desk(user), "new.txt");
		}
		rows().insert("new.txt", User.ONE, "new");
		invalidate("new.txt");
		assertSeen(one(), "new.txt");
		assertSeen(clerk(), "new.txt");
		assertHidden(two(), "new.txt");
		assertTaken(two(), "new.txt");
	}

	@Test
	void nameOfARowThatCameUnreportedIsStillNotTaken() {
		assertHidden(two(), "new.txt");
		rows().insert("new.txt", User.ONE, "new");
		assertErrno(() -> two().echo("of two", "new.txt"), Errno.EEXIST);
		assertThat(rows().get("new.txt")).isEqualTo(new OwnedRow("new.txt", User.ONE, false, "new"));
		assertHidden(two(), "new.txt");
	}

	@Test
	void rightThatIsNotKnownYetIsAskedAndNotThatOfAnotherUser() {
		one().cat("one.txt");
		assertErrno(() -> two().open("one.txt", OpenOptions.READ), Errno.ENOENT);
		assertErrno(() -> two().delete("one.txt"), Errno.ENOENT);
		assertErrno(() -> one().delete("one-ro.txt"), Errno.EACCES);
		assertThat(admin().cat("one-ro.txt")).isEqualTo("read only");
		admin().echo("by the administrator", "one-ro.txt");
		assertErrno(() -> one().open("one-ro.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		assertThat(one().cat("one-ro.txt")).isEqualTo("by the administrator");
	}

	@Test
	void nothingIsSaidToBeTheSameForAll() {
		for (Desk desk : List.of(one(), two(), clerk(), desk(null))) {
			boolean forAll = desk.does(() -> {
				Place place = fileSystem().locate(directory() + "/one.txt");
				return fileSystem().coherence().isNameForAll(place)
						|| fileSystem().coherence().areAttributesForAll(place.directory());
			});
			assertThat(forAll).isFalse();
		}
	}

}
