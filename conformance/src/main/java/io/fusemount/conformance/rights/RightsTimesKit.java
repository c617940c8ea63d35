package io.fusemount.conformance.rights;

import java.time.Instant;

import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.vfs.HandleId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: the time and the links of a directory say nothing of what the user may not
 * see in it.
 */
abstract class RightsTimesKit extends RightsKit {

	@BeforeEach
	void haveEverybodyListed() {
		for (User user : new User[] { User.ADMIN, User.CLERK, User.ONE, User.TWO }) {
			desk(user).list();
			desk(user).status();
		}
	}

	private Instant timeFor(Desk desk) {
		desk.list();
		return desk.status().modified();
	}

	private void assertMovesFor(Desk desk, Runnable change) {
		Instant before = timeFor(desk);
		change.run();
		assertThat(desk.status().modified()).isAfter(before);
	}

	private void assertStaysFor(Desk desk, Runnable change) {
		Instant before = timeFor(desk);
		change.run();
		assertThat(desk.status().modified()).as("before a listing").isEqualTo(before);
		assertThat(timeFor(desk)).as("after a listing").isEqualTo(before);
	}

	@Test
	void ownChangesMoveTheTime() {
		assertMovesFor(one(), () -> one().echo("new", "new.txt"));
		assertMovesFor(one(), () -> one().rename("new.txt", "newer.txt"));
		assertMovesFor(one(), () -> one().echo("swap", ".swp"));
		assertMovesFor(one(), () -> one().delete(".swp"));
		assertMovesFor(one(), () -> one().delete("newer.txt"));
	}

	/** As with changes of the application, at the latest when a listing shows them. */
	@Test
	void changesOfAnotherUserMoveTheTimeForWhoSeesThem() {
		assertMovesFor(clerk(), () -> {
			one().echo("new", "new.txt");
			clerk().list();
		});
		assertMovesFor(clerk(), () -> {
			one().rename("new.txt", "newer.txt");
			clerk().list();
		});
		assertMovesFor(admin(), () -> {
			one().delete("newer.txt");
			admin().list();
		});
		assertMovesFor(desk(null), () -> {
			two().delete("two.txt");
			desk(null).list();
		});
	}

	@Test
	void changesOfAnotherUserDoNotMoveTheTimeForWhoDoesNotSeeThem() {
		assertStaysFor(two(), () -> one().echo("new", "new.txt"));
		assertStaysFor(two(), () -> one().rename("new.txt", "newer.txt"));
		assertStaysFor(two(), () -> one().echo("newest", "newer.txt"));
		assertStaysFor(two(), () -> one().delete("newer.txt"));
		assertStaysFor(one(), () -> clerk().createEmpty("more.txt"));
		assertStaysFor(one(), () -> clerk().delete("more.txt"));
	}

	@Test
	void hiddenLocalFilesDoNotMoveTheTime() {
		for (Desk desk : new Desk[] { two(), clerk(), admin() }) {
			assertStaysFor(desk, () -> one().echo("swap", ".one.txt.swp"));
			assertStaysFor(desk, () -> one().rename(".one.txt.swp", "one.tmp"));
			assertStaysFor(desk, () -> one().makeDirectory("one.lock"));
			assertStaysFor(desk, () -> one().deleteDirectory("one.lock"));
			assertStaysFor(desk, () -> one().delete("one.tmp"));
		}
		HandleId[] handle = new HandleId[1];
		assertStaysFor(clerk(), () -> handle[0] = one().create("new.txt"));
		assertStaysFor(two(), () -> one().close(handle[0]));
	}

	@Test
	void savesOfAnotherUserDoNotMoveTheTime() {
		assertStaysFor(two(), () -> {
			one().rename("one.txt", "one.txt~");
			one().echo("saved", "one.txt");
			one().delete("one.txt~");
		});
		assertStaysFor(two(), () -> {
			one().echo("saved", "4913");
			one().rename("4913", "one.txt");
		});
	}

	@Test
	void hiddenChangesOfTheApplicationDoNotMoveTheTime() {
		assertStaysFor(two(), () -> {
			rows().insert("new.txt", User.ONE, "new");
			invalidate("new.txt");
		});
		assertStaysFor(two(), () -> {
			rows().rename("new.txt", "newer.txt");
			invalidate("newer.txt");
		});
		assertStaysFor(two(), () -> give("newer.txt", User.CLERK));
		assertStaysFor(two(), () -> {
			NodeKey key = rows().key("newer.txt");
			rows().remove("newer.txt");
			fileSystem().invalidate(new NodeChange(key, null, true));
		});
		assertStaysFor(two(), () -> rows().insert("unreported.txt", User.ONE, "new"));
	}

	@Test
	void changesOfTheApplicationMoveTheTimeForWhoSeesThem() {
		assertMovesFor(one(), () -> {
			rows().insert("new.txt", User.ONE, "new");
			invalidate("new.txt");
			one().list();
		});
		assertMovesFor(two(), () -> {
			give("new.txt", User.TWO);
			two().list();
		});
		assertMovesFor(two(), () -> {
			give("new.txt", User.ONE);
			two().list();
		});
	}

	@Test
	void timeOfAFileIsTheSameForEverybody() {
		Instant time = Instant.parse("2001-09-09T01:46:40Z");
		one().setModified("one.txt", time);
		assertThat(clerk().status("one.txt").modified()).isEqualTo(time);
		assertThat(clerk().status("one.txt").inode()).isEqualTo(one().status("one.txt").inode());
	}

	@Test
	void linksAndSizeOfTheDirectoryAreTheSameHoweverMuchIsHidden() {
		int links = two().status().links();
		long size = two().status().size();
		if (fixture().directories()) {
			rows().makeDirectory("of-one", User.ONE, false);
			invalidate("of-one");
			assertThat(one().list()).contains("of-one");
		}
		one().makeDirectory("one.lock");
		rows().insert("new.txt", User.ONE, "new");
		invalidate("new.txt");
		assertThat(two().status().links()).isEqualTo(links);
		assertThat(two().status().size()).isEqualTo(size);
	}

}
