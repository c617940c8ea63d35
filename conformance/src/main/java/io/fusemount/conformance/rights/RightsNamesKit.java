package io.fusemount.conformance.rights;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.Access;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a file that a user may not see is neither found nor listed, and its name is
 * free only as long as nobody tries to take it.
 */
abstract class RightsNamesKit extends RightsKit {

	@Test
	void everybodyFindsAndListsWhatTheyMaySee() {
		assertThat(one().list()).containsExactly("one-ro.txt", "one.txt");
		assertThat(two().list()).containsExactly("two.txt");
		assertThat(clerk().list()).containsExactly("clerk.txt", "one-ro.txt", "one.txt", "two.txt");
		assertThat(admin().list()).containsExactly("clerk.txt", "one-ro.txt", "one.txt", "two.txt");
		assertThat(one().cat("one.txt")).isEqualTo("of one");
		assertThat(clerk().cat("two.txt")).isEqualTo("of two");
	}

	@Test
	void theServiceItselfSeesEverything() {
		assertThat(desk(null).list()).containsExactly("clerk.txt", "one-ro.txt", "one.txt", "two.txt");
		assertThat(desk(null).cat("two.txt")).isEqualTo("of two");
		desk(null).echo("by the service", "one-ro.txt");
		assertThat(rows().get("one-ro.txt").content()).isEqualTo("by the service");
	}

	@Test
	void whoMaySeeNothingAtAllIsRefused() {
		Desk stranger = desk(User.STRANGER);
		assertErrno(() -> stranger.find("one.txt"), Errno.EACCES);
		assertErrno(stranger::list, Errno.EACCES);
		assertErrno(() -> stranger.create("new.txt"), Errno.EACCES);
		assertErrno(() -> stranger.delete("one.txt"), Errno.EACCES);
		one().list();
		assertErrno(() -> stranger.find("one.txt"), Errno.EACCES);
		assertErrno(stranger::list, Errno.EACCES);
		assertFurtherRows();
	}

	@Test
	void hiddenFileIsNotFoundAfterAnotherUserHasFoundIt() {
		assertHidden(two(), "one.txt");
		assertThat(one().cat("one.txt")).isEqualTo("of one");
		assertHidden(two(), "one.txt");
		assertErrno(() -> two().status("one.txt"), Errno.ENOENT);
		assertErrno(() -> two().open("one.txt", OpenOptions.READ), Errno.ENOENT);
		assertErrno(() -> two().open("one.txt", OpenOptions.READ_WRITE), Errno.ENOENT);
	}

	@Test
	void ownFileIsFoundAfterAnotherUserHasNotFoundIt() {
		assertHidden(two(), "one.txt");
		assertSeen(one(), "one.txt");
		assertSeen(clerk(), "one.txt");
	}

	@Test
	void listingOfOneUserIsNotThatOfTheNext() {
		for (User user : List.of(User.ADMIN, User.ONE, User.TWO, User.CLERK, User.TWO, User.ONE)) {
			List<String> visible = rows().all()
				.stream()
				.filter((row) -> row.accessOf(user) != Access.NONE)
				.map(OwnedRow::name)
				.sorted()
				.toList();
			assertThat(desk(user).list()).isEqualTo(visible);
		}
	}

	@Test
	void pagesOfAListingHaveOnlyWhatTheUserMaySeeAlsoAfterGoingBack() {
		for (int i = 0; i < 30; i++) {
			rows().insert("m" + i + ".txt", (i % 3 == 0) ? User.ONE : User.TWO, "text");
		}
		List<String> ofOne = Stream
			.concat(Stream.of("one.txt", "one-ro.txt"),
					Stream.iterate(0, (i) -> i < 30, (i) -> i + 3).map((i) -> "m" + i + ".txt"))
			.toList();
		HandleId first = one().openDirectory("");
		HandleId second = two().openDirectory("");
		List<Desk.Entry> read = new ArrayList<>();
		long offset = 0;
		for (List<Desk.Entry> some = one().entries(first, offset, 3); !some.isEmpty(); some = one().entries(first,
				offset, 3)) {
			read.addAll(some);
			offset = some.get(some.size() - 1).next();
			assertThat(two().entries(second, 0, 5)).noneMatch((entry) -> ofOne.contains(entry.name()));
		}
		assertThat(read).extracting(Desk.Entry::name).contains(".", "..").containsAll(ofOne).hasSize(ofOne.size() + 2);
		Desk.Entry middle = read.get(5);
		assertThat(one().entries(first, middle.next(), 4)).extracting(Desk.Entry::name)
			.isEqualTo(read.subList(6, 10).stream().map(Desk.Entry::name).toList());
		one().releaseDirectory(first);
		two().releaseDirectory(second);
	}

	@Test
	void listingThatIsReadTwiceByItsHandleFollowsTheRights() {
		HandleId handle = two().openDirectory("");
		two().entries(handle, 0, 100);
		give("one.txt", User.TWO);
		assertThat(two().entries(handle, 0, 100)).extracting(Desk.Entry::name).contains("one.txt");
		give("one.txt", User.ONE);
		assertThat(two().entries(handle, 0, 100)).extracting(Desk.Entry::name).doesNotContain("one.txt");
		two().releaseDirectory(handle);
	}

	@Test
	void nameOfAHiddenFileCanNotBeCreated() {
		assertTaken(two(), "one.txt");
		one().list();
		assertTaken(two(), "one.txt");
		assertHidden(two(), "one.txt");
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.ONE, false, "of one"));
		assertFurtherRows();
	}

	@Test
	void ownFileCanNotGetTheNameOfAHiddenOne() {
		assertErrno(() -> two().rename("two.txt", "one.txt"), Errno.EEXIST);
		one().list();
		assertErrno(() -> two().rename("two.txt", "one.txt"), Errno.EEXIST);
		assertThat(rows().get("one.txt").content()).isEqualTo("of one");
		assertThat(rows().get("two.txt").content()).isEqualTo("of two");
		assertSeen(two(), "two.txt");
		assertHidden(two(), "one.txt");
	}

	@Test
	void newFileCanNotGetTheNameOfAHiddenOne() {
		HandleId handle = two().create("new.txt");
		two().write(handle, "new");
		assertErrno(() -> two().rename("new.txt", "one.txt"), Errno.EEXIST);
		two().close(handle);
		assertThat(rows().get("one.txt").content()).isEqualTo("of one");
		assertThat(rows().get("new.txt").content()).isEqualTo("new");
	}

	@Test
	void scratchFileCanNotGetTheNameOfAHiddenOne() {
		two().echo("new", "4913");
		assertErrno(() -> two().rename("4913", "one.txt"), Errno.EEXIST);
		assertThat(two().cat("4913")).isEqualTo("new");
		assertThat(rows().get("one.txt").content()).isEqualTo("of one");
	}

	@Test
	void hiddenFileCanNotBeRenamed() {
		for (String target : List.of("free.txt", "two.txt", "one.txt", "one.txt~", "clerk.txt")) {
			assertErrno(() -> two().rename("one.txt", target), Errno.ENOENT);
		}
		assertErrno(() -> two().rename("one-ro.txt", "one.txt"), Errno.ENOENT);
		assertSeen(one(), "one.txt");
		assertFurtherRows();
	}

	@Test
	void hiddenFileCanNotBeDeleted() {
		assertErrno(() -> two().delete("one.txt"), Errno.ENOENT);
		assertErrno(() -> two().deleteDirectory("one.txt"), Errno.ENOENT);
		one().list();
		assertErrno(() -> two().delete("one.txt"), Errno.ENOENT);
		assertErrno(() -> two().deleteDirectory("one.txt"), Errno.ENOENT);
		assertFurtherRows();
	}

	@Test
	void nodeThatAnotherUserHasFoundIsOfNoUse() {
		Node node = one().node("one.txt");
		Errno[] refused = { Errno.ENOENT, Errno.EACCES, Errno.ESTALE };
		assertErrno(() -> two().open(node, OpenOptions.READ), refused);
		assertErrno(() -> two().open(node, OpenOptions.READ_WRITE), refused);
		assertErrno(() -> two().does(() -> {
			fileSystem().truncate(node, 0);
			return null;
		}), refused);
		assertErrno(() -> two().does(() -> {
			fileSystem().setModified(node, Instant.EPOCH);
			return null;
		}), refused);
		assertThat(rows().get("one.txt").content()).isEqualTo("of one");
	}

	@Test
	void nameThatIsFreeForNobodyIsFreeOnceTheHiddenFileIsGone() {
		assertTaken(two(), "one.txt");
		one().delete("one.txt");
		two().echo("new", "one.txt");
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.TWO, false, "new"));
		assertHidden(one(), "one.txt");
		assertTaken(one(), "one.txt");
	}

	@Test
	void refusalSaysTheSameWhoeverHasTheName() {
		one().echo("scratch", ".one.txt.swp");
		List<String> messages = new ArrayList<>();
		for (String name : List.of("one.txt", "clerk.txt", "one-ro.txt", ".one.txt.swp")) {
			try {
				two().create(name);
			}
			catch (ErrnoException ex) {
				messages.add(String.valueOf(ex.getMessage()).replace(name, "NAME"));
			}
		}
		assertThat(messages).hasSize(4);
		assertThat(messages.stream().distinct()).hasSize(1);
	}

}
