package io.fusemount.conformance.vfs;

import java.time.Instant;
import java.util.function.Supplier;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract: owner, group and mode of files and directories that keep them. The test of a
 * source extends this class and provides only the fixture, whose {@code /files} keeps
 * everything and may have directories.
 */
public abstract class VfsOwnershipKit extends VfsKit {

	/** A user with a group, neither of which the mount has. */
	private static final Caller ALICE = new Caller(1001, 2001, 1);

	private static final Caller BOB = new Caller(1002, 2002, 1);

	/** Returns a fresh fixture; public for tests in other packages. */
	@Override
	protected abstract VfsFixture createFixture();

	private <T> T as(Caller caller, Supplier<T> work) {
		return Caller.as(caller, work);
	}

	private HandleId create(String name, Caller caller, int mode) {
		return as(caller, () -> fileSystem().create(at(name),
				new OpenOptions(true, true, false, OpenOptions.Creation.EXCLUSIVE, false, false, mode)));
	}

	private void put(String name, Caller caller, int mode, String text) {
		HandleId handle = create(name, caller, mode);
		as(caller, () -> {
			write(handle, 0, text);
			close(handle);
			return handle;
		});
	}

	private void makeDirectory(String name, Caller caller, int mode) {
		as(caller, () -> {
			fileSystem().createDirectory(at(name), mode);
			return name;
		});
	}

	private void assertOwnership(String name, int uid, int gid, int mode) {
		assertOwnership(status(name), uid, gid, mode);
		fileSystem().invalidateAll();
		assertOwnership(status(name), uid, gid, mode);
	}

	private static void assertOwnership(FileStatus status, int uid, int gid, int mode) {
		assertThat(status.uid() + ":" + status.gid() + " " + Integer.toOctalString(status.permissions()))
			.isEqualTo(uid + ":" + gid + " " + Integer.toOctalString(mode));
	}

	@Test
	@Semantics("What is new belongs to the user and the group of the program that creates it, and has the mode that "
			+ "the program asks for, less its umask.")
	void aNewFileIsItsCreatorsBeforeItIsStoredAndAfterwards() {
		HandleId handle = create("a", ALICE, 0640);
		assertOwnership(fileSystem().status(handle), 1001, 2001, 0640);
		as(ALICE, () -> {
			write(handle, 0, "text");
			close(handle);
			return handle;
		});
		assertOwnership("a", 1001, 2001, 0640);
	}

	@Test
	void anEmptyFileAndADirectoryAreTheirCreators() {
		as(BOB, () -> {
			fileSystem().createEmpty(at("empty"), 0600);
			return "empty";
		});
		makeDirectory("d", ALICE, 0700);
		assertOwnership("empty", 1002, 2002, 0600);
		assertOwnership("d", 1001, 2001, 0700);
	}

	@Test
	void aFileThatSomebodyElseHasJustCreatedIsOpenedOnlyAfterTheKernelHasChecked() {
		put("a", ALICE, 0600, "text");
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> as(BOB, () -> fileSystem().create(at("a"), OVERWRITE)))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
		assertThat(read(open("a", OpenOptions.READ))).isEqualTo("text");
	}

	@Test
	void aFileIsStoredForItsCreatorWhoeverStoresIt() {
		HandleId handle = create("a", ALICE, 0600);
		write(handle, 0, "text");
		as(BOB, () -> {
			close(handle);
			return handle;
		});
		assertOwnership("a", 1001, 2001, 0600);
	}

	@Test
	@Semantics("`chmod` and `chown` store mode, owner and group through the repository; content and times stay.")
	void modeAndOwnerAreChangedAndNothingElse() {
		put("a", ALICE, 0644, "text");
		HandleId reader = open("a", OpenOptions.READ);
		Instant before = status("a").modified();
		fileSystem().setPermissions(node("a"), 01750);
		fileSystem().setOwner(node("a"), 1002, -1);
		assertOwnership("a", 1002, 2001, 01750);
		fileSystem().setOwner(node("a"), -1, 2002);
		assertOwnership("a", 1002, 2002, 01750);
		assertThat(status("a").modified()).isEqualTo(before);
		assertThat(read(reader)).isEqualTo("text");
		close(reader);
	}

	@Test
	void directoriesAreChangedLikeFiles() {
		makeDirectory("d", ALICE, 0755);
		long inode = status("d").inode();
		put("d/a", ALICE, 0644, "text");
		fileSystem().setPermissions(node("d"), 01777);
		fileSystem().setOwner(node("d"), 1002, 2002);
		assertOwnership("d", 1002, 2002, 01777);
		assertThat(status("d").inode()).isEqualTo(inode);
		assertOwnership("d/a", 1001, 2001, 0644);
	}

	@ParameterizedTest
	@CsvSource({ "6751, 751", "6745, 2745", "4644, 644", "1755, 1755" })
	@Semantics("A file that is given to another user or group loses its set-user-ID bit, and its set-group-ID bit if "
			+ "its group may execute it.")
	void aFileThatIsGivenAwayRunsAsNobodyElse(String before, String after) {
		put("a", ALICE, 0644, "text");
		fileSystem().setPermissions(node("a"), Integer.parseInt(before, 8));
		long commits = application().commits();
		fileSystem().setOwner(node("a"), 1002, 2002);
		assertThat(application().commits()).isEqualTo(commits + 1);
		assertOwnership("a", 1002, 2002, Integer.parseInt(after, 8));
	}

	@Test
	void aDirectoryThatIsGivenAwayKeepsItsBits() {
		makeDirectory("d", ALICE, 02775);
		fileSystem().setOwner(node("d"), 1002, -1);
		assertOwnership("d", 1002, 2001, 02775);
	}

	@Test
	@Semantics("A file whose content is changed by another user than root loses these bits in the same transaction.")
	void whatBobWritesRunsAsNobodyElse() {
		put("a", ALICE, 0644, "text");
		fileSystem().setPermissions(node("a"), 06755);
		HandleId handle = as(BOB, () -> open("a", OpenOptions.READ_WRITE));
		assertOwnership(status("a"), 1001, 2001, 06755);
		long before = application().commits();
		write(handle, 4, " and more");
		assertOwnership(status("a"), 1001, 2001, 0755);
		close(handle);
		assertThat(application().commits()).isEqualTo(before + 1);
		assertOwnership("a", 1001, 2001, 0755);
	}

	@Test
	void whatBobTruncatesRunsAsNobodyElse() {
		put("a", ALICE, 0644, "text");
		fileSystem().setPermissions(node("a"), 04755);
		long before = application().commits();
		as(BOB, () -> {
			fileSystem().truncate(node("a"), 2);
			return "a";
		});
		assertThat(application().commits()).isEqualTo(before + 1);
		assertOwnership("a", 1001, 2001, 0755);
	}

	@Test
	void whatRootWritesLeavesTheBits() {
		put("a", ALICE, 0644, "text");
		fileSystem().setPermissions(node("a"), 06755);
		HandleId handle = as(new Caller(0, 0, 1), () -> open("a", WRITE));
		write(handle, 0, "more");
		close(handle);
		assertOwnership("a", 1001, 2001, 06755);
	}

	@Test
	void nothingIsStoredIfNothingChanges() {
		put("a", ALICE, 0644, "text");
		makeDirectory("d", ALICE, 0755);
		long before = application().commits();
		fileSystem().setPermissions(node("a"), 0644);
		fileSystem().setOwner(node("a"), 1001, 2001);
		fileSystem().setOwner(node("a"), -1, -1);
		fileSystem().setPermissions(node("d"), 0755);
		assertThat(application().commits()).isEqualTo(before);
	}

	@Test
	@Semantics("A mode that is set while a file has changes to store is stored with them.")
	void theModeOfAFileWithChangesIsStoredWithThem() {
		put("a", ALICE, 0644, "text");
		HandleId handle = open("a", OpenOptions.READ_WRITE);
		write(handle, 4, " and more");
		long before = application().commits();
		fileSystem().setPermissions(node("a"), 0600);
		fileSystem().setOwner(node("a"), 1002, 2002);
		assertThat(application().commits()).isEqualTo(before);
		assertOwnership(status("a"), 1002, 2002, 0600);
		close(handle);
		assertThat(application().commits()).isEqualTo(before + 1);
		assertOwnership("a", 1002, 2002, 0600);
	}

	@Test
	void theModeOfAFileThatIsNotStoredYetIsStoredWithIt() {
		HandleId handle = create("a", ALICE, 0600);
		fileSystem().setPermissions(node("a"), 0755);
		write(handle, 0, "text");
		close(handle);
		assertOwnership("a", 1001, 2001, 0755);
	}

	@Test
	@Semantics("In a directory whose mode has the bit `g+s`, what is new has the group of the directory, and new "
			+ "directories have the bit, too.")
	void whatIsNewInADirectoryWithAGroupHasThatGroup() {
		makeDirectory("d", ALICE, 02775);
		put("d/a", BOB, 0644, "text");
		makeDirectory("d/e", BOB, 0755);
		assertOwnership("d/a", 1002, 2001, 0644);
		assertOwnership("d/e", 1002, 2001, 02755);
	}

	@Test
	void aRenamedFileKeepsEverything() {
		put("a", ALICE, 0640, "text");
		as(BOB, () -> {
			fileSystem().rename(at("a"), at("b"));
			return "b";
		});
		assertOwnership("b", 1001, 2001, 0640);
	}

	@Test
	@Semantics("A file that replaces another one gives it its mode; the row remains that of its owner and group.")
	void aReplacedFileKeepsItsOwnerAndHasTheModeOfTheOther() {
		put("a", ALICE, 0640, "old");
		put("b", BOB, 0600, "new");
		as(BOB, () -> {
			fileSystem().rename(at("b"), at("a"));
			return "a";
		});
		assertOwnership("a", 1001, 2001, 0600);
	}

	@ParameterizedTest
	@CsvSource({ "true", "false" })
	@Semantics("Where the two belong to different users or groups, it gives neither a set-user-ID bit nor a "
			+ "set-group-ID bit that would let its content run as somebody else.")
	void nothingOfBobsRunsAsAlice(boolean stored) {
		put("a", ALICE, 0755, "old");
		HandleId handle = create("b", BOB, 0644);
		write(handle, 0, "new");
		if (stored) {
			fileSystem().flush(handle);
		}
		fileSystem().setPermissions(node("b"), 06755);
		fileSystem().rename(at("b"), at("a"));
		close(handle);
		assertOwnership("a", 1001, 2001, 0755);
	}

	@Test
	void aProgramThatItsOwnerSavesStaysOne() {
		put("a", ALICE, 0644, "old");
		put("b", ALICE, 0755, "new");
		fileSystem().setPermissions(node("b"), 04755);
		fileSystem().rename(at("b"), at("a"));
		assertOwnership("a", 1001, 2001, 04755);
	}

	@Test
	void aFileThatReplacesAnotherBeforeItIsStoredDoesTheSame() {
		put("a", ALICE, 0640, "old");
		HandleId handle = create("b", BOB, 0604);
		as(BOB, () -> {
			write(handle, 0, "new");
			fileSystem().rename(at("b"), at("a"));
			close(handle);
			return handle;
		});
		assertOwnership("a", 1001, 2001, 0604);
	}

	@Test
	@Semantics("Scratch files and directories keep mode, owner and group as well, also after a restart.")
	void whatStaysLocalKeepsEverything() {
		HandleId handle = create(".a.swp", ALICE, 0600);
		fileSystem().setPermissions(node(".a.swp"), 0640);
		assertOwnership(status(".a.swp"), 1001, 2001, 0640);
		close(handle);
		assertOwnership(status(".a.swp"), 1001, 2001, 0640);
		HandleId program = create(".b.swp", ALICE, 04755);
		as(BOB, () -> {
			write(program, 0, "text");
			close(program);
			return program;
		});
		makeDirectory(".a.lock", BOB, 0700);
		fileSystem().setOwner(node(".a.lock"), -1, 2001);
		fileSystem().setPermissions(node(".a.lock"), 0750);
		assertOwnership(status(".a.lock"), 1002, 2001, 0750);
		var restarted = fixture().reopened();
		assertOwnership(restarted.status(restarted.resolve(directory() + "/.a.swp")), 1001, 2001, 0640);
		assertOwnership(restarted.status(restarted.resolve(directory() + "/.b.swp")), 1001, 2001, 0755);
		assertOwnership(restarted.status(restarted.resolve(directory() + "/.a.lock")), 1002, 2001, 0750);
	}

	@Test
	@Semantics("A file may be executed if its mode says so.")
	void aFileIsExecutableIfItsModeSaysSo() {
		put("script", ALICE, 0755, "#!/bin/sh");
		put("text", ALICE, 0644, "text");
		fileSystem().access(node("script"), false, true);
		Node text = node("text");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> fileSystem().access(text, false, true))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EACCES));
	}

	@Test
	@Semantics("A row without a value has the owner, the group and the mode of the mount.")
	void whatTheApplicationCreatesWithoutValuesIsTheMounts() {
		application().put("a", bytes("text"));
		fileSystem().invalidateAll();
		assertOwnership("a", 1000, 1000, 0644);
		fileSystem().setPermissions(node("a"), 0600);
		assertOwnership("a", 1000, 1000, 0600);
	}

	@Test
	void anAccessControlListIsNotAcceptedSoThatProgramsSetTheMode() {
		put("a", ALICE, 0644, "text");
		Node file = node("a");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> fileSystem().setAccessList(file))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EOPNOTSUPP));
	}

	@Test
	void aDirectoryThatIsNoRowKeepsNothing() {
		Place files = fileSystem().locate(directory());
		Node node = fileSystem().resolve(directory());
		assertThat(files.name().value()).isEqualTo("files");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> fileSystem().setPermissions(node, 0700))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EPERM));
	}

}
