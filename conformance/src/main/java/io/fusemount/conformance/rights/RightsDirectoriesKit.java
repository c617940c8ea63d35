package io.fusemount.conformance.rights;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: directories that are rows have owners like files, and what is in a hidden
 * directory is hidden.
 */
abstract class RightsDirectoriesKit extends RightsKit {

	@BeforeEach
	void makeDirectories() {
		Assumptions.assumeTrue(fixture().directories());
		rows().makeDirectory("of-one", User.ONE, false);
		rows().insert("of-one/a.txt", User.ONE, "of one");
		rows().insert("of-one/b.txt", User.TWO, "of two");
		rows().makeDirectory("of-two", User.TWO, false);
		rows().makeDirectory("fixed", User.ONE, true);
		rows().insert("fixed/a.txt", User.ONE, "of one");
	}

	@Test
	void hiddenDirectoryIsNeitherFoundNorListed() {
		assertThat(one().list()).containsExactly("fixed", "of-one", "one-ro.txt", "one.txt");
		assertThat(two().list()).containsExactly("of-two", "two.txt");
		assertHidden(two(), "of-one");
		assertErrno(() -> two().list("of-one"), Errno.ENOENT);
	}

	@Test
	void nothingIsFoundInAHiddenDirectory() {
		assertThat(one().cat("of-one/a.txt")).isEqualTo("of one");
		assertErrno(() -> two().node("of-one/a.txt"), Errno.ENOENT);
		assertErrno(() -> two().node("of-one/b.txt"), Errno.ENOENT);
		assertErrno(() -> two().open("of-one/b.txt", OpenOptions.READ), Errno.ENOENT);
		assertErrno(() -> two().create("of-one/new.txt"), Errno.ENOENT);
		assertErrno(() -> two().delete("of-one/b.txt"), Errno.ENOENT);
		assertErrno(() -> two().rename("two.txt", "of-one/two.txt"), Errno.ENOENT);
		assertErrno(() -> two().rename("of-one/b.txt", "b.txt"), Errno.ENOENT);
		assertErrno(() -> two().makeDirectory("of-one/more"), Errno.ENOENT);
	}

	@Test
	void everybodySeesTheirOwnFilesInADirectoryThatSeveralSee() {
		assertThat(one().list("of-one")).containsExactly("a.txt");
		assertThat(clerk().list("of-one")).containsExactly("a.txt", "b.txt");
		assertErrno(() -> one().create("of-one/b.txt"), Errno.EEXIST);
		assertErrno(() -> one().rename("of-one/a.txt", "of-one/b.txt"), Errno.EEXIST);
		assertErrno(() -> one().rename("one.txt", "of-one/b.txt"), Errno.EEXIST);
		assertErrno(() -> one().delete("of-one/b.txt"), Errno.ENOENT);
		assertThat(rows().get("of-one/b.txt").content()).isEqualTo("of two");
	}

	@Test
	void nameOfAHiddenDirectoryIsTaken() {
		assertErrno(() -> two().makeDirectory("of-one"), Errno.EEXIST);
		assertErrno(() -> two().create("of-one"), Errno.EEXIST);
		assertErrno(() -> two().rename("of-two", "of-one"), Errno.EEXIST);
		assertErrno(() -> two().rename("two.txt", "of-one"), Errno.EEXIST);
		assertErrno(() -> two().makeDirectory("one.txt"), Errno.EEXIST);
		assertErrno(() -> two().rename("of-two", "one.txt"), Errno.EEXIST);
		assertSeen(one(), "of-one");
		assertSeen(two(), "of-two");
	}

	@Test
	void hiddenDirectoryCanBeNeitherRemovedNorRenamed() {
		assertErrno(() -> one().deleteDirectory("of-two"), Errno.ENOENT);
		assertErrno(() -> one().delete("of-two"), Errno.ENOENT);
		assertErrno(() -> one().rename("of-two", "mine"), Errno.ENOENT);
		assertSeen(two(), "of-two");
	}

	@Test
	void directoryThatAUserMayNotChangeIsNeitherRemovedNorRenamed() {
		one().delete("fixed/a.txt");
		assertErrno(() -> one().deleteDirectory("fixed"), Errno.EACCES);
		assertErrno(() -> one().rename("fixed", "other"), Errno.EACCES);
		assertErrno(() -> clerk().rename("of-two", "other"), Errno.EACCES);
		assertErrno(() -> clerk().deleteDirectory("of-two"), Errno.EACCES);
		rows().makeDirectory("empty", User.ONE, false);
		assertErrno(() -> one().rename("empty", "fixed"), Errno.EACCES);
		assertSeen(one(), "fixed");
		admin().deleteDirectory("fixed");
		assertHidden(one(), "fixed");
	}

	@Test
	void directoryWithHiddenFilesIsNotEmpty() {
		one().delete("of-one/a.txt");
		assertThat(one().list("of-one")).isEmpty();
		assertErrno(() -> one().deleteDirectory("of-one"), Errno.ENOTEMPTY);
		assertThat(rows().get("of-one/b.txt").content()).isEqualTo("of two");
		assertSeen(one(), "of-one");
	}

	@Test
	void directoryWithHiddenLocalFilesIsNotRemovedWithThem() {
		rows().makeDirectory("shared", User.ONE, false);
		HandleId handle = clerk().create("shared/new.txt");
		clerk().write(handle, "new");
		clerk().echo("swap", "shared/.swp");
		assertThat(one().list("shared")).isEmpty();
		assertErrno(() -> one().deleteDirectory("shared"), Errno.ENOTEMPTY);
		clerk().close(handle);
		assertThat(rows().get("shared/new.txt").content()).isEqualTo("new");
		assertThat(clerk().cat("shared/.swp")).isEqualTo("swap");
	}

	@Test
	void newDirectoryIsItsCreatorsAndNobodyCreatesOneForAnother() {
		one().makeDirectory("new");
		assertSeen(one(), "new");
		assertSeen(clerk(), "new");
		assertHidden(two(), "new");
		assertErrno(() -> two().makeDirectory("new"), Errno.EEXIST);
		assertErrno(() -> one().makeDirectory("to-two-new"), Errno.EACCES);
		assertThat(two().list()).containsExactly("of-two", "two.txt");
	}

	@Test
	void directoryThatIsGivenAwayIsNotEnteredAnyMore() {
		Node directory = one().node("of-one");
		HandleId listing = one().openDirectory("of-one");
		one().cat("of-one/a.txt");
		give("of-one", User.TWO);
		assertHidden(one(), "of-one");
		assertErrno(() -> one().node("of-one/a.txt"), Errno.ENOENT);
		assertErrno(() -> one().create("of-one/new.txt"), Errno.ENOENT);
		assertErrno(() -> one().does(() -> fileSystem().openDirectory(directory)), Errno.ENOENT, Errno.EACCES,
				Errno.ESTALE);
		one().releaseDirectory(listing);
		assertThat(two().list("of-one")).containsExactly("b.txt");
	}

	@Test
	void linksOfADirectoryDoNotCountHiddenOnes() {
		int links = one().status("of-one").links();
		rows().makeDirectory("of-one/hidden", User.TWO, false);
		invalidate("of-one/hidden");
		assertThat(one().status("of-one").links()).isEqualTo(links);
		assertThat(one().list("of-one")).containsExactly("a.txt");
	}

	@Test
	void movingADirectoryShowsNothingOfItToWhoSeesItsNewPlace() {
		rows().makeDirectory("shared", User.ONE, false);
		rows().makeDirectory("mine", User.CLERK, false);
		rows().insert("mine/secret.txt", User.CLERK, "secret");
		assertErrno(() -> one().node("mine/secret.txt"), Errno.ENOENT);
		clerk().rename("mine", "shared/mine");
		assertThat(one().list("shared")).isEmpty();
		assertErrno(() -> one().node("shared/mine"), Errno.ENOENT);
		assertErrno(() -> one().node("shared/mine/secret.txt"), Errno.ENOENT);
		assertErrno(() -> one().makeDirectory("shared/mine"), Errno.EEXIST);
		assertThat(clerk().cat("shared/mine/secret.txt")).isEqualTo("secret");
	}

}
