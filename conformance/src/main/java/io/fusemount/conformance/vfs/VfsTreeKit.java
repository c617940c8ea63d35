package io.fusemount.conformance.vfs;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.FileSystemStatistics;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: names, paths, statuses, and the refusals of a directory.
 */
abstract class VfsTreeKit extends VfsKit {

	@Test
	void pathsLeadToNodes() {
		application().put("a.txt", bytes("text"));
		assertThat(fileSystem().resolve("/")).isInstanceOf(Directory.class);
		assertThat(fileSystem().resolve(directory())).isInstanceOf(Directory.class);
		assertThat(fileSystem().resolve(directory() + "/a.txt").key()).isEqualTo(application().key("a.txt"));
	}

	@Test
	void pathsToNothingAreRefused() {
		application().put("a.txt", bytes("text"));
		assertErrno(() -> fileSystem().resolve("/missing"), Errno.ENOENT);
		assertErrno(() -> fileSystem().resolve(directory() + "/missing"), Errno.ENOENT);
		assertErrno(() -> fileSystem().resolve("/missing/a.txt"), Errno.ENOENT);
		assertErrno(() -> fileSystem().resolve(directory() + "/a.txt/b"), Errno.ENOTDIR);
		assertErrno(() -> fileSystem().locate("/missing/a.txt"), Errno.ENOENT);
		assertErrno(() -> fileSystem().locate(directory() + "/a.txt/b"), Errno.ENOTDIR);
		assertErrno(() -> fileSystem().locate("/"), Errno.EBUSY);
	}

	@Test
	void absenceIsAValueForLookup() {
		assertThat(find("missing")).isNull();
		application().put("missing", bytes("not any more"));
		fileSystem().invalidate(committedKey("missing"));
		assertThat(find("missing")).isNotNull();
	}

	@Test
	void nameOf255BytesIsFine() {
		String ascii = "x".repeat(255);
		String multibyte = "é".repeat(127) + "x";
		writeFile(ascii, "ascii");
		writeFile(multibyte, "multibyte");
		assertThat(committed(ascii)).isEqualTo("ascii");
		assertThat(readFile(multibyte)).isEqualTo("multibyte");
	}

	@Test
	@Semantics("A name of more than 255 bytes ends with ENAMETOOLONG.")
	void nameOf256BytesIsTooLong() {
		for (String name : new String[] { "x".repeat(256), "é".repeat(128) }) {
			assertErrno(() -> fileSystem().resolve(directory() + "/" + name), Errno.ENAMETOOLONG);
			assertErrno(() -> fileSystem().locate(directory() + "/" + name), Errno.ENAMETOOLONG);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "Grüße.txt", "発注書.pdf", "😀", "e\u0301", "two\nlines", "-rf", "a'b\"c", " spaces ", "dot.",
			"100%", "%2F", "back\\slash", "*?[a]" })
	@Semantics("Any name of 1 to 255 bytes of UTF-8 without `/` and NUL is kept byte for byte.")
	void nameIsKeptByteForByte(String name) {
		writeFile(name, name);
		assertThat(list()).containsExactly(name);
		assertThat(readFile(name)).isEqualTo(name);
		assertThat(fixture().restarted().resolve(directory() + "/" + name).key()).isEqualTo(node(name).key());
	}

	@Test
	@Semantics("Names that differ only in case or in Unicode composition are different names.")
	void namesThatDifferInCaseOrCompositionAreDifferent() {
		writeFile("é", "composed");
		writeFile("e\u0301", "decomposed");
		writeFile("a", "small");
		writeFile("A", "large");
		assertThat(readFile("é")).isEqualTo("composed");
		assertThat(readFile("e\u0301")).isEqualTo("decomposed");
		assertThat(readFile("a")).isEqualTo("small");
		assertThat(readFile("A")).isEqualTo("large");
	}

	@Test
	void statusTellsKindAndSize() {
		application().put("a.txt", bytes("text"));
		FileStatus file = status("a.txt");
		assertThat(file.kind()).isEqualTo(FileStatus.Kind.REGULAR_FILE);
		assertThat(file.size()).isEqualTo(4);
		assertThat(file.links()).isEqualTo(1);
		assertThat(file.permissions() & 0200).as("write permission of the owner").isNotZero();
		FileStatus directory = fileSystem().status(fileSystem().resolve(directory()));
		assertThat(directory.kind()).isEqualTo(FileStatus.Kind.DIRECTORY);
		assertThat(directory.permissions() & 0300).as("search and write permission").isEqualTo(0300);
	}

	@Test
	void readOnlyNodesHaveNoWritePermission() {
		assertThat(fileSystem().status(fileSystem().resolve("/archive")).permissions() & 0222).isZero();
		assertThat(fileSystem().status(fileSystem().resolve("/archive/old.txt")).permissions() & 0222).isZero();
	}

	@Test
	@Semantics("A repository that cannot save is a read-only directory, and changes end with EROFS.")
	void readOnlyDirectoryRefusesEveryChange() {
		var old = fileSystem().resolve("/archive/old.txt");
		var location = fileSystem().locate("/archive/old.txt");
		var free = fileSystem().locate("/archive/new.txt");
		assertErrno(() -> fileSystem().create(free, OpenOptions.READ_WRITE), Errno.EROFS);
		assertErrno(() -> fileSystem().createEmpty(free), Errno.EROFS);
		assertErrno(() -> fileSystem().open(old, OpenOptions.READ_WRITE), Errno.EROFS, Errno.EACCES);
		assertErrno(() -> fileSystem().truncate(old, 0), Errno.EROFS, Errno.EACCES);
		assertErrno(() -> fileSystem().access(old, true, false), Errno.EROFS, Errno.EACCES);
		assertErrno(() -> fileSystem().delete(location), Errno.EROFS, Errno.EPERM);
		assertErrno(() -> fileSystem().rename(location, free), Errno.EROFS);
		assertThat(fileSystem().lookup(location.directory(), new Name("old.txt"))).isNotNull();
		assertThat(fileSystem().lookup(location.directory(), new Name("new.txt"))).isNull();
	}

	@Test
	void readOnlyFileCanBeRead() {
		var old = fileSystem().resolve("/archive/old.txt");
		fileSystem().access(old, false, false);
		var handle = fileSystem().open(old, OpenOptions.READ);
		assertThat(read(handle)).isEqualTo("old");
		close(handle);
	}

	@Test
	void directoryIsNoFile() {
		var files = fileSystem().resolve(directory());
		assertErrno(() -> fileSystem().open(files, OpenOptions.READ_WRITE), Errno.EISDIR);
		assertErrno(() -> fileSystem().truncate(files, 0), Errno.EISDIR);
		assertErrno(() -> fileSystem().delete(fileSystem().locate(directory())), Errno.EISDIR, Errno.EPERM);
	}

	@Test
	void takenNameCanNotBeCreated() {
		writeFile("a.txt", "text");
		assertErrno(() -> create("a.txt"), Errno.EEXIST);
		assertErrno(() -> fileSystem().createEmpty(at("a.txt")), Errno.EEXIST);
		assertThat(readFile("a.txt")).isEqualTo("text");
	}

	@Test
	@Semantics("`chmod` and `chown` are accepted and change nothing, or refused with EPERM if "
			+ "`fusemount.permission-changes` is `refuse`.")
	void whatChangesNothingIsAcceptedAndTheRestIsRefused() {
		writeFile("a.txt", "text");
		FileStatus status = status("a.txt");
		fileSystem().setPermissions(node("a.txt"), status.permissions());
		fileSystem().setOwner(node("a.txt"), status.uid(), status.gid());
		fileSystem().setOwner(node("a.txt"), -1, -1);
		assertErrno(() -> fileSystem().setOwner(node("a.txt"), status.uid() + 1, -1), Errno.EPERM);
		assertThat(status("a.txt").uid()).isEqualTo(status.uid());
	}

	@Test
	void unknownExtendedAttributeHasNoData() {
		writeFile("a.txt", "text");
		assertErrno(() -> fileSystem().extendedAttribute(node("a.txt"), "user.unknown"), Errno.ENODATA);
		assertThat(fileSystem().extendedAttributes(node("a.txt"))).doesNotContain("user.unknown");
	}

	@Test
	void statisticsLetProgramsWrite() {
		FileSystemStatistics statistics = fileSystem().statistics();
		assertThat(statistics.blockSize()).isPositive();
		assertThat(statistics.freeBlocks()).isPositive();
		assertThat(statistics.blocks()).isGreaterThanOrEqualTo(statistics.freeBlocks());
		assertThat(statistics.maxNameBytes()).isEqualTo(255);
	}

}
