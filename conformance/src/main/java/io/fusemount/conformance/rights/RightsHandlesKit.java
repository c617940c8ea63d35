package io.fusemount.conformance.rights;

import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a handle keeps what its open was allowed, and the next open is asked anew.
 */
abstract class RightsHandlesKit extends RightsKit {

	@Test
	void readerGoesOnWhenTheRowIsAnotherUsers() {
		HandleId reader = one().open("one.txt", OpenOptions.READ);
		give("one.txt", User.TWO);
		assertThat(one().read(reader)).isEqualTo("of one");
		assertThat(one().does(() -> fileSystem().status(reader)).size()).isEqualTo(6);
		assertErrno(() -> one().open("one.txt", OpenOptions.READ), Errno.ENOENT);
		assertHidden(one(), "one.txt");
		assertThat(two().cat("one.txt")).isEqualTo("of one");
		assertThat(one().read(reader)).isEqualTo("of one");
		one().close(reader);
	}

	@Test
	void writerGoesOnWhenTheRowIsAnotherUsers() {
		HandleId writer = one().open("one.txt", OpenOptions.READ_WRITE);
		one().write(writer, "ONE");
		give("one.txt", User.TWO);
		one().write(writer, 3, "!!!");
		assertThat(one().read(writer)).isEqualTo("ONE!!!");
		one().close(writer);
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.TWO, false, "ONE!!!"));
		assertHidden(one(), "one.txt");
		assertErrno(() -> one().open("one.txt", OpenOptions.READ_WRITE), Errno.ENOENT);
		assertThat(two().cat("one.txt")).isEqualTo("ONE!!!");
	}

	@Test
	void writerGoesOnWhenTheRowIsReadOnly() {
		HandleId writer = one().open("one.txt", OpenOptions.READ_WRITE);
		rows().protect("one.txt", true);
		invalidate("one.txt");
		one().write(writer, "ONE");
		one().does(() -> {
			fileSystem().truncate(writer, 3);
			return null;
		});
		assertErrno(() -> one().open("one.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		one().close(writer);
		assertThat(rows().get("one.txt")).isEqualTo(new OwnedRow("one.txt", User.ONE, true, "ONE"));
	}

	@Test
	void readerDoesNotLearnToWriteFromAnotherUser() {
		HandleId reader = clerk().open("two.txt", OpenOptions.READ);
		HandleId writer = two().open("two.txt", OpenOptions.READ_WRITE);
		two().write(writer, "TWO");
		assertErrno(() -> clerk().write(reader, "no"), Errno.EBADF, Errno.EACCES);
		assertErrno(() -> clerk().open("two.txt", OpenOptions.READ_WRITE), Errno.EACCES);
		two().close(writer);
		clerk().close(reader);
		assertThat(rows().get("two.txt").content()).isEqualTo("TWOtwo");
	}

	@Test
	void nodeThatWasLookedUpBeforeTheRightWasLostCanNotBeOpened() {
		Node node = one().node("one.txt");
		give("one.txt", User.TWO);
		assertErrno(() -> one().open(node, OpenOptions.READ), Errno.ENOENT, Errno.EACCES, Errno.ESTALE);
		Node another = one().node("one-ro.txt");
		rows().give("one-ro.txt", User.TWO);
		assertErrno(() -> one().open(another, OpenOptions.READ), Errno.ENOENT, Errno.EACCES, Errno.ESTALE);
	}

	@Test
	void nodeThatWasLookedUpBeforeTheRightWasLostCanNotBeOpenedForWriting() {
		Node node = one().node("one.txt");
		rows().protect("one.txt", true);
		invalidate("one.txt");
		assertErrno(() -> one().open(node, OpenOptions.READ_WRITE), Errno.EACCES, Errno.ESTALE);
		assertThat(one().cat("one.txt")).isEqualTo("of one");
	}

	@Test
	void fileThatAnotherUserHasOpenIsStillHidden() {
		HandleId reader = one().open("one.txt", OpenOptions.READ);
		HandleId writer = one().open("one.txt", OpenOptions.READ_WRITE);
		one().write(writer, "ONE");
		assertHidden(two(), "one.txt");
		assertTaken(two(), "one.txt");
		assertErrno(() -> two().open("one.txt", OpenOptions.READ), Errno.ENOENT);
		assertErrno(() -> two().delete("one.txt"), Errno.ENOENT);
		assertErrno(() -> two().rename("two.txt", "one.txt"), Errno.EEXIST);
		one().close(writer);
		one().close(reader);
		assertThat(rows().get("one.txt").content()).isEqualTo("ONEone");
	}

	@Test
	void fileThatIsGivenAwayWhileItsOldOwnerHasItOpenIsOneFileForBoth() {
		HandleId old = one().open("one.txt", OpenOptions.READ_WRITE);
		give("one.txt", User.TWO);
		two().echo("of two now", "one.txt");
		assertThat(rows().get("one.txt").content()).isEqualTo("of two now");
		assertHidden(one(), "one.txt");
		two().delete("one.txt");
		one().close(old);
		assertThat(rows().find("one.txt")).isNull();
	}

	@Test
	void handleOfADeletedFileGoesOnAndItsNameIsFree() {
		HandleId reader = one().open("one.txt", OpenOptions.READ);
		one().delete("one.txt");
		two().echo("of two", "one.txt");
		assertThat(one().read(reader)).isEqualTo("of one");
		assertThat(one().does(() -> fileSystem().status(reader)).links()).isZero();
		one().close(reader);
		assertHidden(one(), "one.txt");
		assertThat(two().cat("one.txt")).isEqualTo("of two");
	}

	@Test
	void versionOfAnotherUserIsNotShownByAnOldHandle() {
		HandleId old = one().open("one.txt", OpenOptions.READ);
		Node open = one().does(() -> fileSystem().node(old));
		assertThat(one().read(old)).isEqualTo("of one");
		rows().give("one.txt", User.TWO);
		rows().change("one.txt", "secret of two");
		fileSystem().coherence().secure(open);
		invalidate("one.txt");
		fileSystem().coherence().part(open);
		assertHidden(one(), "one.txt");
		assertThat(two().cat("one.txt")).isEqualTo("secret of two");
		assertThat(one().read(old)).isEqualTo("of one");
		one().close(old);
		assertHidden(one(), "one.txt");
	}

	@Test
	void securingAnOpenFileShowsItToNobodyElse() {
		HandleId old = one().open("one.txt", OpenOptions.READ);
		Node open = one().does(() -> fileSystem().node(old));
		two().does(() -> {
			fileSystem().coherence().secure(open);
			fileSystem().coherence().part(open);
			return null;
		});
		assertHidden(two(), "one.txt");
		assertTaken(two(), "one.txt");
		assertThat(one().read(old)).isEqualTo("of one");
		one().close(old);
	}

	@Test
	void listingShowsNothingThatWasGivenAwayBeforeItsPageWasRead() {
		for (int i = 0; i < 40; i++) {
			rows().insert("m" + i + ".txt", User.ONE, "text");
		}
		HandleId handle = one().openDirectory("");
		List<Desk.Entry> first = one().entries(handle, 0, 4);
		give("m39.txt", User.TWO);
		one().delete("m38.txt");
		List<String> rest = one().entries(handle, first.get(3).next(), 100).stream().map(Desk.Entry::name).toList();
		assertThat(rest).contains("m37.txt").doesNotContain("m38.txt", "m39.txt");
		one().releaseDirectory(handle);
	}

}
