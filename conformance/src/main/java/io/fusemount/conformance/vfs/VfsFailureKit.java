package io.fusemount.conformance.vfs;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: how users read the reason of a failure, and recover content that could not be
 * stored.
 */
abstract class VfsFailureKit extends VfsKit {

	private static final long TOO_LARGE = Long.MAX_VALUE / 2;

	private static final String ERROR = "user.fusemount.error";

	@Test
	@Semantics("`.fusemount` in the root of the mount is found by its name and is not listed.")
	void serviceDirectoryIsFoundAndNotListed() {
		assertThat(names("/")).contains("files").doesNotContain(".fusemount");
		assertThat(names("/.fusemount")).containsExactlyInAnyOrder("errors", "status", "unsaved");
		assertThat(names("/.fusemount/unsaved")).isEmpty();
		assertThat(fileSystem().status(fileSystem().resolve("/.fusemount")).kind())
			.isEqualTo(FileStatus.Kind.DIRECTORY);
		assertThat(find(".fusemount")).as("in another directory").isNull();
	}

	@Test
	@Semantics("`.fusemount/status` has the state of the health indicator in its first line, `UP` or "
			+ "`OUT_OF_SERVICE`, and then the reason, the open files, the space in the spool, and the unsaved files.")
	void statusTellsHowItIs() {
		assertThat(status()).matches("""
				UP
				mounted: since \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ, by process %d
				open: \\d+ files and directories
				spool: \\d+ MB free
				unsaved: none
				""".formatted(ProcessHandle.current().pid()));
		refuse("a.txt", "text");
		assertThat(status()).startsWith("UP\n").containsPattern("unsaved: 1 file, the oldest at \\d{4}-");
		HandleId handle = open("/.fusemount/status");
		String before = read(handle);
		refuse("b.txt", "text");
		assertThat(read(handle)).as("a handle keeps what it was opened at").isEqualTo(before);
		assertThat(status()).contains("unsaved: 2 files, ");
		fileSystem().release(handle);
	}

	private String status() {
		return text("/.fusemount/status");
	}

	@Test
	@Semantics("`.fusemount/errors` has a line for each of the last 1,000 failures, the newest last: time, errno, "
			+ "operation, path, the reason in words, and the place of the bytes.")
	void errorsAreToldWithReasonAndPlace() {
		assertThat(errors()).isEmpty();
		refuse("a.txt", "text");
		String unsaved = names("/.fusemount/unsaved").get(0);
		assertThat(errors().lines()).singleElement()
			.asString()
			.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ EINVAL close " + directory()
					+ "/a\\.txt: .+; the bytes are in " + "\\.fusemount/unsaved/.+-a\\.txt")
			.endsWith(unsaved);
		HandleId handle = open("/.fusemount/errors");
		assertThat(fileSystem().status(handle).size()).isEqualTo(errors().length());
		application().put("b.txt", bytes("text"));
		application().failNextCommit(Errno.EBUSY);
		assertErrno(() -> dispatch(Operation.UNLINK, directory() + "/b.txt", () -> delete("b.txt")), Errno.EBUSY);
		assertThat(errors().lines()).hasSize(2).last().asString().contains(" EBUSY unlink " + directory() + "/b.txt: ");
		assertThat(read(handle)).as("a handle keeps what it was opened at").hasLineCount(1);
		fileSystem().release(handle);
	}

	@Test
	@Semantics("Content that could not be stored is a file in `.fusemount/unsaved`, which can be read and deleted "
			+ "but not changed.")
	void unsavedBytesAreAFile() {
		refuse("a.txt", "text");
		String name = names("/.fusemount/unsaved").get(0);
		String path = "/.fusemount/unsaved/" + name;
		assertThat(name).matches("\\d{8}T\\d{6}\\.\\d{3}Z-\\d+-a\\.txt");
		assertThat(text(path)).isEqualTo("text");
		FileStatus status = fileSystem().status(fileSystem().resolve(path));
		assertThat(status.size()).isEqualTo(4);
		assertThat(status.permissions() & 0222).isZero();
		assertThat(fileSystem().supervision().unsaved().files()).isOne();
		assertErrno(() -> fileSystem().open(fileSystem().resolve(path), OpenOptions.READ_WRITE), Errno.EROFS);
		assertErrno(() -> fileSystem().truncate(fileSystem().resolve(path), 0), Errno.EROFS);
		assertErrno(() -> fileSystem().create(fileSystem().locate("/.fusemount/unsaved/b"), OpenOptions.READ_WRITE),
				Errno.EROFS);
		assertErrno(() -> fileSystem().rename(fileSystem().locate(path), at("b.txt")), Errno.EXDEV);
		assertErrno(() -> fileSystem().rename(at("b.txt"), fileSystem().locate("/.fusemount/unsaved/b")), Errno.ENOENT);
		fileSystem().delete(fileSystem().locate(path));
		assertThat(names("/.fusemount/unsaved")).isEmpty();
		assertThat(fixture().unsavedContent().get(0)).doesNotExist();
		assertThat(fileSystem().supervision().unsaved().files()).isZero();
	}

	@Test
	void unsavedBytesThatAreOpenCanBeDeletedAndReadToTheEnd() {
		refuse("a.txt", "text");
		String path = "/.fusemount/unsaved/" + names("/.fusemount/unsaved").get(0);
		HandleId handle = open(path);
		fileSystem().delete(fileSystem().locate(path));
		assertThat(names("/.fusemount/unsaved")).isEmpty();
		assertThat(read(handle)).isEqualTo("text");
		fileSystem().release(handle);
	}

	@Test
	void errorsAndTheDirectoriesThemselvesStay() {
		assertErrno(() -> fileSystem().delete(fileSystem().locate("/.fusemount/errors")), Errno.EPERM);
		assertErrno(() -> fileSystem().open(fileSystem().resolve("/.fusemount/errors"), WRITE), Errno.EROFS);
		assertErrno(() -> fileSystem().open(fileSystem().resolve("/.fusemount/status"), WRITE), Errno.EROFS);
		assertErrno(() -> fileSystem().create(fileSystem().locate("/.fusemount/b"), OpenOptions.READ_WRITE),
				Errno.EROFS);
		assertErrno(() -> fileSystem().createDirectory(fileSystem().locate("/.fusemount")), Errno.EEXIST);
		assertErrno(() -> fileSystem().deleteDirectory(fileSystem().locate("/.fusemount/unsaved")), Errno.EPERM);
		assertErrno(() -> fileSystem().deleteDirectory(fileSystem().locate("/.fusemount")), Errno.ENOTEMPTY);
		assertErrno(() -> fileSystem().rename(fileSystem().locate("/.fusemount"), fileSystem().locate("/b")),
				Errno.EPERM);
	}

	@Test
	@Semantics("The extended attribute `user.fusemount.error` of a file says why it could not be stored, until it is "
			+ "stored.")
	void errorOfAFileIsAnAttributeUntilItIsStored() {
		application().put("a.txt", bytes("before"));
		assertNoError("a.txt");
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "text");
		application().failNextCommit(Errno.EDQUOT);
		assertErrno(() -> fileSystem().flush(handle), Errno.EDQUOT);
		assertThat(fileSystem().extendedAttributes(node("a.txt"))).containsExactly(ERROR);
		assertThat(error(node("a.txt"))).startsWith("EDQUOT: ").doesNotContain("your bytes");
		fileSystem().flush(handle);
		assertNoError("a.txt");
		fileSystem().release(handle);
	}

	@Test
	@Semantics("A write or `truncate` that does not fit (EFBIG) sets the attribute at once, until something is stored.")
	void whatDoesNotFitIsAnAttributeAtOnce() {
		HandleId handle = create("a.txt");
		assertErrno(() -> write(handle, TOO_LARGE, "x"), Errno.EFBIG);
		assertThat(error(fileSystem().resolve(directory()))).startsWith("a.txt: EFBIG: ");
		fileSystem().truncate(handle, 0);
		write(handle, 0, "text");
		close(handle);
		assertThat(fileSystem().extendedAttributes(fileSystem().resolve(directory()))).isEmpty();
		assertNoError("a.txt");
		assertErrno(() -> fileSystem().truncate(node("a.txt"), TOO_LARGE), Errno.EFBIG);
		assertThat(error(node("a.txt"))).startsWith("EFBIG: ");
		writeFile("a.txt", "again");
		assertNoError("a.txt");
		HandleId other = open("a.txt", OpenOptions.READ_WRITE);
		assertErrno(() -> fileSystem().allocate(other, Allocation.EXTEND, 0, TOO_LARGE), Errno.EFBIG);
		assertThat(error(node("a.txt"))).startsWith("EFBIG: ");
		fileSystem().release(other);
	}

	@Test
	void errorOfAFileTellsWhereTheBytesAre() {
		application().put("a.txt", bytes("before"));
		refuse("a.txt", "text");
		assertThat(error(node("a.txt"))).startsWith("EINVAL: ")
			.endsWith("; your bytes are in .fusemount/unsaved/" + names("/.fusemount/unsaved").get(0));
		writeFile("a.txt", "again");
		assertNoError("a.txt");
	}

	@Test
	void errorOfAFileIsGoneWhenItWasRenamedOrReplaced() {
		application().put("a.txt", bytes("before"));
		refuse("a.txt", "text");
		assertThat(error(node("a.txt"))).startsWith("EINVAL: ");
		rename("a.txt", "b.txt");
		assertNoError("b.txt");
		refuse("b.txt", "text");
		writeFile("c.txt", "more");
		rename("c.txt", "b.txt");
		assertNoError("b.txt");
	}

	@Test
	void errorOfAFileThatCouldNotBeCreatedIsGoneWhenItWasMadeByMknod() {
		Node directory = fileSystem().resolve(directory());
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().createEmpty(at("a.txt")), Errno.EINVAL);
		assertThat(error(directory)).startsWith("a.txt: EINVAL: ");
		fileSystem().createEmpty(at("a.txt"));
		assertThat(fileSystem().extendedAttributes(directory)).isEmpty();
	}

	@Test
	@Semantics("If the file was never created, its directory has the attribute.")
	void errorOfAFileThatIsNotThereIsItsDirectorys() {
		Node directory = fileSystem().resolve(directory());
		HandleId handle = create("a.txt");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.EINVAL);
		assertThat(error(node("a.txt"))).as("while it is open").startsWith("EINVAL: ");
		fileSystem().release(handle);
		assertThat(find("a.txt")).isNull();
		assertThat(error(directory)).startsWith("a.txt: EINVAL: ");
		writeFile("b.txt", "text");
		assertThat(fileSystem().extendedAttributes(directory)).containsExactly(ERROR);
		writeFile("a.txt", "text");
		assertThat(fileSystem().extendedAttributes(directory)).isEmpty();
	}

	@Test
	void errorOfAFileWhoseRowIsGoneIsItsDirectorys() {
		application().put("a.txt", bytes("before"));
		HandleId handle = super.open("a.txt", OVERWRITE);
		write(handle, 0, "text");
		removeBehind("a.txt");
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		Node directory = fileSystem().resolve(directory());
		assertThat(error(directory)).startsWith("a.txt: ESTALE: ").contains("; your bytes are in .fusemount/unsaved/");
		writeFile("a.txt", "again");
		assertThat(fileSystem().extendedAttributes(directory)).isEmpty();
	}

	@Test
	@Semantics("A rename that validation or a constraint refuses ends with EPERM, because EINVAL of a rename means "
			+ "that a directory would be moved into itself.")
	void errorOfADeletionOrRenameIsTheFiles() {
		application().put("a.txt", bytes("text"));
		application().failNextCommit(Errno.EBUSY);
		assertErrno(() -> delete("a.txt"), Errno.EBUSY);
		assertThat(error(node("a.txt"))).startsWith("EBUSY: ");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> rename("a.txt", "b.txt"), Errno.EPERM);
		assertThat(error(node("a.txt"))).startsWith("EPERM: ");
	}

	@Test
	void errorOfARepositoryThatCanNotBeRenamedIsItsParents() {
		HandleId listing = fileSystem().openDirectory(fileSystem().resolve("/"));
		fileSystem().readDirectory(listing, 0, (name, status, next) -> true);
		fileSystem().releaseDirectory(listing);
		assertErrno(() -> fileSystem().rename(fileSystem().locate("/files"), fileSystem().locate("/others")),
				Errno.EPERM);
		assertThat(error(fileSystem().resolve("/"))).startsWith("files: EPERM: ");
		assertThat(fileSystem().extendedAttributes(fileSystem().resolve("/files"))).isEmpty();
	}

	@Test
	void errorOfAConflictThatLacksOldBytesSaysSo() throws Exception {
		application().put("a.txt", bytes("the old version"));
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "MY");
		application().put("a.txt", bytes("the new version"));
		assertErrno(() -> fileSystem().flush(handle), Errno.ESTALE);
		fileSystem().release(handle);
		String kept = Files.readString(fixture().unsavedContent().get(0));
		if (!kept.equals("MYe old version")) {
			assertThat(kept).isEqualTo("MY" + "\0".repeat(13));
			assertThat(error(node("a.txt"))).contains("of the old content 13 bytes");
		}
	}

	@Test
	void nothingIsKeptOfAFileThatIsEmpty() {
		HandleId handle = create("a.txt");
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> fileSystem().flush(handle), Errno.EINVAL);
		fileSystem().release(handle);
		assertThat(names("/.fusemount/unsaved")).isEmpty();
	}

	@Test
	@Semantics("In `.fusemount`, users find their own entries; root and the owner of the files find all.")
	void failuresAreForThoseWhomTheyConcern() {
		int hers = 2001;
		int his = 2002;
		asUser(hers, () -> refuse("hers.txt", "secret"));
		asUser(his, () -> refuse("his.txt", "text"));
		String secret = "/.fusemount/unsaved/" + names("/.fusemount/unsaved").get(0);
		asUser(his, () -> {
			assertThat(errors()).contains(directory() + "/his.txt").hasLineCount(1);
			assertThat(names("/.fusemount/unsaved")).singleElement().asString().endsWith("-his.txt");
			assertErrno(() -> fileSystem().resolve(secret), Errno.ENOENT);
			assertErrno(() -> fileSystem().delete(fileSystem().locate(secret)), Errno.ENOENT);
		});
		asUser(hers, () -> assertThat(text(secret)).isEqualTo("secret"));
		for (int user : new int[] { 0, fileSystem().status(fileSystem().resolve(directory())).uid() }) {
			asUser(user, () -> {
				assertThat(errors()).contains(directory() + "/hers.txt", directory() + "/his.txt").hasLineCount(2);
				assertThat(names("/.fusemount/unsaved")).hasSize(2);
			});
		}
		asUser(hers, () -> fileSystem().delete(fileSystem().locate(secret)));
		assertThat(names("/.fusemount/unsaved")).hasSize(1);
	}

	private void asUser(int user, Runnable work) {
		Caller.as(new Caller(user, user, 7), () -> {
			work.run();
			return user;
		});
	}

	/** Writes and closes a file as a program does; the commit is refused. */
	private void refuse(String name, String text) {
		HandleId handle = (find(name) != null) ? super.open(name, OVERWRITE) : create(name);
		write(handle, 0, text);
		application().failNextCommit(Errno.EINVAL);
		assertErrno(() -> dispatch(Operation.FLUSH, directory() + "/" + name, () -> fileSystem().flush(handle)),
				Errno.EINVAL);
		releaseByKernel(handle);
	}

	private void releaseByKernel(HandleId handle) {
		Caller.as(new Caller(0, 0, 0), () -> {
			fileSystem().release(handle);
			return handle;
		});
	}

	private void dispatch(Operation operation, String path, Runnable work) {
		Dispatcher.Work counted = () -> {
			work.run();
			return 0;
		};
		fixture().dispatcher().dispatch(operation, path, counted);
	}

	private void assertNoError(String name) {
		assertThat(fileSystem().extendedAttributes(node(name))).isEmpty();
		assertErrno(() -> fileSystem().extendedAttribute(node(name), ERROR), Errno.ENODATA);
	}

	private String error(Node node) {
		return new String(fileSystem().extendedAttribute(node, ERROR), StandardCharsets.UTF_8);
	}

	private String errors() {
		return text("/.fusemount/errors");
	}

	private HandleId open(String path) {
		return fileSystem().open(fileSystem().resolve(path), OpenOptions.READ);
	}

	private String text(String path) {
		assertThat(fileSystem().resolve(path)).isInstanceOf(RegularFile.class);
		HandleId handle = open(path);
		try {
			return read(handle);
		}
		finally {
			fileSystem().release(handle);
		}
	}

	private List<String> names(String directory) {
		List<String> names = new ArrayList<>();
		HandleId handle = fileSystem().openDirectory(fileSystem().resolve(directory));
		fileSystem().readDirectory(handle, 0, (name, status, next) -> names.add(name));
		fileSystem().releaseDirectory(handle);
		names.removeAll(List.of(".", ".."));
		return names;
	}

}
