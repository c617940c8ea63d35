package io.fusemount.conformance.rights;

import java.time.Duration;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Node;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What is remembered of names while the rows behind them change: that a name is free, or
 * hidden, is no permission.
 */
abstract class RightsMemoryKit extends RightsKit {

	@Override
	RightsFixture createFixture(RightsConformanceKit kit) {
		return kit.createFixture(Duration.ofMinutes(1));
	}

	@Test
	void nodeOfAHiddenFileIsNotOpenedAfterALookup() {
		Node node = one().node("one.txt");
		assertThat(two().find("one.txt")).isNull();
		assertErrno(() -> two().open(node, OpenOptions.READ), Errno.ENOENT);
		assertErrno(() -> two().does(() -> {
			fileSystem().access(node, false, false);
			return 0;
		}), Errno.ENOENT);
	}

	@Test
	void nodeOfAHiddenFileIsNotChangedAfterALookup() {
		Node node = one().node("one.txt");
		assertThat(two().find("one.txt")).isNull();
		assertErrno(() -> two().does(() -> {
			fileSystem().truncate(node, 0);
			return 0;
		}), Errno.ENOENT);
	}

	@Test
	void renameDoesNotReplaceAReadOnlyRowThatCameMeanwhile() {
		assertThat(one().find("x.txt")).isNull();
		rows().insert(new OwnedRow("x.txt", User.ONE, true, "read only"));
		assertErrno(() -> one().rename("one.txt", "x.txt"), Errno.EACCES, Errno.EEXIST);
		assertThat(rows().get("x.txt").content()).isEqualTo("read only");
	}

	@Test
	void newFileThatTakesANameDoesNotReplaceAReadOnlyRowThatCameMeanwhile() {
		assertThat(one().find("x.txt")).isNull();
		one().echo("new", "tmp.txt");
		rows().insert(new OwnedRow("x.txt", User.ONE, true, "read only"));
		assertErrno(() -> one().rename("tmp.txt", "x.txt"), Errno.EACCES, Errno.EEXIST);
		assertThat(rows().get("x.txt").content()).isEqualTo("read only");
	}

	@Test
	void newFileDoesNotReplaceAReadOnlyRowThatCameMeanwhile() {
		assertThat(one().find("x.txt")).isNull();
		rows().insert(new OwnedRow("x.txt", User.ONE, true, "read only"));
		assertThat(catchThrowable(() -> one().echo("new", "x.txt"))).isNotNull();
		assertThat(rows().get("x.txt").content()).isEqualTo("read only");
	}

	@Test
	void backupThatIsStoredLaterDoesNotReplaceAReadOnlyRowThatCameMeanwhile() {
		HandleId writer = one().create("one.new");
		one().write(writer, "NEW");
		one().rename("one.txt", "one.txt.bak");
		rows().insert(new OwnedRow("one.txt.bak", User.ONE, true, "read only"));
		HandleId directory = one().openDirectory("");
		assertErrno(() -> one().does(() -> {
			fileSystem().syncDirectory(directory);
			return 0;
		}), Errno.EACCES);
		one().close(writer);
		assertThat(rows().get("one.txt.bak").content()).isEqualTo("read only");
	}

	@Test
	void saveThatKeepsABackupDoesNotReplaceAReadOnlyRowThatCameMeanwhile() {
		HandleId writer = one().create("one.new");
		one().write(writer, "NEW");
		one().rename("one.txt", "one.txt.bak");
		rows().insert(new OwnedRow("one.txt.bak", User.ONE, true, "read only"));
		assertErrno(() -> one().rename("one.new", "one.txt"), Errno.EACCES);
		one().close(writer);
		assertThat(rows().get("one.txt.bak").content()).isEqualTo("read only");
	}

	@Test
	void nodeOfAScratchDirectoryIsNotEnteredByOthers() {
		one().makeDirectory("one.lock");
		Node node = one().node("one.lock");
		assertErrno(() -> two().does(() -> fileSystem().openDirectory(node)), Errno.ENOENT);
	}

}
