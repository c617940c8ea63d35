package io.fusemount.conformance.vfs;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: files that programs create for their own purposes stay local.
 */
abstract class VfsScratchKit extends VfsKit {

	@Test
	@Semantics("A file with a scratch name stays local and never becomes a row.")
	void scratchFilesNeverBecomeRows() {
		long before = application().commits();
		writeFile(".a.txt.swp", "swap");
		HandleId handle = open(".a.txt.swp", OpenOptions.READ_WRITE);
		write(handle, 4, " file");
		fileSystem().sync(handle);
		close(handle);
		assertThat(readFile(".a.txt.swp")).isEqualTo("swap file");
		assertThat(status(".a.txt.swp").size()).isEqualTo(9);
		assertThat(status(".a.txt.swp").links()).isOne();
		assertThat(list()).containsExactly(".a.txt.swp");
		assertThat(fileSystem().supervision().scratch()).isEqualTo(new FileTotal(1, 9));
		fileSystem().truncate(node(".a.txt.swp"), 4);
		fileSystem().setModified(node(".a.txt.swp"), Instant.EPOCH);
		assertThat(readFile(".a.txt.swp")).isEqualTo("swap");
		assertThat(status(".a.txt.swp").modified()).isEqualTo(Instant.EPOCH);
		rename(".a.txt.swp", ".b.txt.swp");
		assertThat(list()).containsExactly(".b.txt.swp");
		delete(".b.txt.swp");
		assertThat(list()).isEmpty();
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	void scratchFileThatIsMadeByMknodStaysLocal() {
		long before = application().commits();
		fileSystem().createEmpty(at("a.tmp"));
		assertThat(status("a.tmp").size()).isZero();
		assertErrno(() -> create("a.tmp"), Errno.EEXIST);
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	void scratchFileThatIsDeletedWhileOpenCanBeUsedUntilItIsClosed() {
		HandleId handle = create("a.tmp");
		write(handle, 0, "text");
		delete("a.tmp");
		assertThat(find("a.tmp")).isNull();
		assertThat(read(handle)).isEqualTo("text");
		assertThat(fileSystem().status(handle).links()).isZero();
		close(handle);
		assertThat(list()).isEmpty();
	}

	@Test
	@Semantics("Renaming a scratch file to another name commits its content into the row of that name, new or existing.")
	void scratchFileBecomesTheContentOfTheNameThatItGets() {
		application().put("a.txt", bytes("old"));
		NodeKey key = committedKey("a.txt");
		writeFile(".goutputstream-ABC123", "new");
		long before = application().commits();
		rename(".goutputstream-ABC123", "a.txt");
		assertThat(committed("a.txt")).isEqualTo("new");
		assertThat(application().key("a.txt")).isEqualTo(key);
		assertThat(application().commits()).isEqualTo(before + 1);
		writeFile("b.tmp", "more");
		rename("b.tmp", "b.txt");
		assertThat(committed("b.txt")).isEqualTo("more");
		assertThat(readFile("b.txt")).isEqualTo("more");
		assertThat(list()).containsExactlyInAnyOrder("a.txt", "b.txt");
	}

	@Test
	void timeOfAScratchFileIsTheTimeOfTheFileThatItBecomes() {
		Instant time = Instant.ofEpochSecond(1_000_000_000);
		HandleId handle = fileSystem().create(at(".a.txt.AbCdE1"), OpenOptions.TEMPORARY);
		write(handle, 0, "text");
		close(handle);
		assertThat(committed(".a.txt.AbCdE1")).isNull();
		fileSystem().setModified(node(".a.txt.AbCdE1"), time);
		rename(".a.txt.AbCdE1", "a.txt");
		assertThat(status("a.txt").modified()).isEqualTo(time);
	}

	@Test
	@Semantics("A name of six random characters is a scratch name only if the file is created as `mkstemp` creates "
			+ "files.")
	void nameThatCouldBeAnybodysIsARow() {
		writeFile("sedan2024", "text");
		assertThat(committed("sedan2024")).isEqualTo("text");
		rename("sedan2024", "sedan2025");
		assertThat(committed("sedan2025")).isEqualTo("text");
	}

	@Test
	void scratchFileThatCanNotBeStoredKeepsItsNameAndContent() {
		writeFile("a.tmp", "text");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> rename("a.tmp", "a.txt"), Errno.EPERM);
		assertThat(readFile("a.tmp")).isEqualTo("text");
		assertThat(list()).containsExactly("a.tmp");
		rename("a.tmp", "a.txt");
		assertThat(committed("a.txt")).isEqualTo("text");
	}

	@Test
	void openScratchFileIsWrittenOnAsTheFileThatItHasBecome() {
		HandleId handle = create("a.tmp");
		write(handle, 0, "one");
		rename("a.tmp", "a.txt");
		assertThat(committed("a.txt")).isEqualTo("one");
		write(handle, 3, " two");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("one two");
	}

	@Test
	@Semantics("A row that has a scratch name is a file like any other.")
	void rowWithAScratchNameIsAFileLikeAnyOther() {
		application().put("a.tmp", bytes("old"));
		NodeKey key = committedKey("a.tmp");
		assertThat(list()).containsExactly("a.tmp");
		writeFile("a.tmp", "new");
		assertThat(committed("a.tmp")).isEqualTo("new");
		writeFile("b.tmp", "newer");
		rename("b.tmp", "a.tmp");
		assertThat(committed("a.tmp")).isEqualTo("newer");
		assertThat(application().key("a.tmp")).isEqualTo(key);
		delete("a.tmp");
		assertThat(committed("a.tmp")).isNull();
	}

	@Test
	void localFileHidesARowOfItsName() {
		writeFile("a.tmp", "local");
		application().put("a.tmp", "row".getBytes(StandardCharsets.UTF_8));
		assertThat(list()).containsExactly("a.tmp");
		assertThat(readFile("a.tmp")).isEqualTo("local");
		delete("a.tmp");
		fileSystem().invalidate(committedKey("a.tmp"));
		assertThat(readFile("a.tmp")).isEqualTo("row");
	}

	@Test
	void directoryThatCanNotBeWrittenTakesNoScratchFilesEither() {
		assertErrno(() -> fileSystem().create(fileSystem().locate("/archive/a.tmp"), OpenOptions.READ_WRITE),
				Errno.EROFS);
	}

}
