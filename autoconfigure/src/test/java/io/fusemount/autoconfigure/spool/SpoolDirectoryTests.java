package io.fusemount.autoconfigure.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.mount.Inheritance;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.operation.OperationListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.FileSystemUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@ExtendWith(OutputCaptureExtension.class)
class SpoolDirectoryTests {

	private static final Path MOUNT_POINT = Path.of("/srv/files");

	@TempDir
	private Path machine;

	private final Map<String, String> environment = new HashMap<>();

	private Path system;

	private int uid;

	@BeforeEach
	void furnish() throws IOException {
		this.system = Files.createDirectory(this.machine.resolve("lib"));
		this.uid = (Integer) Files.getAttribute(this.machine, "unix:uid");
		this.environment.put("HOME", this.machine.resolve("home").toString());
	}

	private Inheritance inherited = Inheritance.NONE;

	private Path open(@Nullable String configured) throws IOException {
		return open(configured, MOUNT_POINT);
	}

	private Path open(@Nullable String configured, Path mountPoint) throws IOException {
		SpoolPlaces places = new SpoolPlaces(this.environment::get, this.system, this.machine.resolve("tmp"), this.uid);
		try (FileSystemSpool spool = new SpoolDirectory(places, mountPoint).open(configured, UnsavedLimits.DEFAULT,
				new OperationListener() {
				}, (place) -> this.inherited)) {
			return spool.directory();
		}
	}

	private static MountException refusal(ThrowingOpen open) {
		return assertThatExceptionOfType(MountException.class).isThrownBy(open::open).actual();
	}

	private void assertIn(Path place, Path spool) throws IOException {
		assertThat(spool).hasParent(place.resolve("fusemount"));
		assertThat(spool.getFileName().toString()).matches("srv-files-[0-9a-f]{8}");
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(spool))).isEqualTo("rwx------");
	}

	@Test
	void isWhereSystemdKeepsTheStateOfTheUnit() throws IOException {
		Path unit = Files.createDirectory(this.machine.resolve("unit"));
		this.environment.put("STATE_DIRECTORY", unit + ":" + this.machine.resolve("other"));
		assertIn(unit, open(null));
	}

	@Test
	void isInTheStateOfTheSystemWhereThatCanBeWritten(CapturedOutput output) throws IOException {
		Path spool = open(null);
		assertIn(this.system, spool);
		assertThat(output).contains(spool.toString());
	}

	@Test
	void isTheSameAtEachStartAndAnotherOneForEachMountPoint() throws IOException {
		assertThat(open(null)).isEqualTo(open(null)).isNotEqualTo(open(null, Path.of("/srv/file-s")));
		assertThat(open(null, Path.of("/srv/a/b"))).isNotEqualTo(open(null, Path.of("/srv/a-b")));
	}

	@Test
	void isInTheStateOfTheUserOtherwise() throws IOException {
		this.system = Path.of("/proc");
		assertIn(this.machine.resolve("home/.local/state"), open(null));
		this.environment.put("XDG_STATE_HOME", this.machine.resolve("xdg").toString());
		assertIn(this.machine.resolve("xdg"), open(null));
		this.environment.put("XDG_STATE_HOME", "relative");
		assertIn(this.machine.resolve("home/.local/state"), open(null));
	}

	@Test
	void isInNoDirectoryThatOthersCanWriteTo() throws IOException {
		mode(this.system, "rwxrwxrwx");
		assertIn(this.machine.resolve("home/.local/state"), open(null));
	}

	@Test
	void isRefusedWhereThereIsNoPlaceForIt() throws IOException {
		mode(this.system, "rwxrwxrwx");
		this.environment.put("HOME", "/proc");
		assertThat(refusal(() -> open(null))).returns(MountException.Reason.SPOOL_UNUSABLE, MountException::reason)
			.hasMessageStartingWith(
					"No directory was found for the spool, which keeps content that could not be stored: "
							+ this.system)
			.hasMessageContaining("(others can write to " + this.system.toRealPath() + ")")
			.hasMessageContaining("/proc/.local/state/fusemount/srv-files-");
	}

	@Test
	void isWhereItIsSet() throws IOException {
		Path set = this.machine.resolve("a/b");
		assertThat(open(set.toString())).isEqualTo(set);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(set))).isEqualTo("rwx------");
		assertIn(this.system, open(" "));
	}

	@Test
	void warnsOfADiskThatEndsWithTheMachineAlsoWhereItIsSet(CapturedOutput output) throws IOException {
		Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "spool");
		try {
			Path set = memory.resolve("spool");
			open(set.toString());
			assertThat(output).contains("The spool is in " + set + ", on a disk of type tmpfs that is lost with the "
					+ "machine: set fusemount.spool.directory to a permanent place");
		}
		finally {
			FileSystemUtils.deleteRecursively(memory);
		}
	}

	@Test
	void isRefusedIfOthersMayWriteToIt() throws IOException {
		Path shared = Files.createDirectory(this.machine.resolve("shared"));
		mode(shared, "rwxrwxr-x");
		assertThat(refusal(() -> open(shared.toString())))
			.returns(MountException.Reason.SPOOL_UNUSABLE, MountException::reason)
			.hasMessage("The spool directory " + shared + " is writable by others (mode 775): its content "
					+ "must stay private");
		assertThat(shared).isEmptyDirectory();
	}

	@Test
	void isRefusedIfItBelongsToSomebodyElse() throws IOException {
		Path own = Files.createDirectory(this.machine.resolve("own"));
		mode(own, "rwx------");
		this.uid++;
		assertThat(refusal(() -> open(own.toString()))).hasMessageContaining("belongs to user " + (this.uid - 1));
	}

	@Test
	void isRefusedBelowTheMountPointHoweverThatIsWritten() throws IOException {
		Path mountPoint = Files.createDirectory(this.machine.resolve("mnt"));
		Path link = Files.createSymbolicLink(this.machine.resolve("link"), mountPoint);
		for (Path spool : new Path[] { mountPoint, mountPoint.resolve("spool"), link.resolve("spool"),
				this.machine.resolve("lib/../mnt/spool") }) {
			assertThat(refusal(() -> open(spool.toString(), mountPoint)))
				.returns(MountException.Reason.SPOOL_UNUSABLE, MountException::reason)
				.hasMessageEndingWith("is below the mount point " + mountPoint + ", which it serves");
		}
		assertThat(mountPoint).isEmptyDirectory();
	}

	@Test
	void isRefusedWhileAnotherMountHasIt() throws IOException {
		Path set = this.machine.resolve("spool");
		try (FileSystemSpool other = FileSystemSpool.open(set)) {
			assertThat(refusal(() -> open(set.toString())))
				.returns(MountException.Reason.SPOOL_IN_USE, MountException::reason)
				.hasMessage("The spool directory " + other.directory() + " is in use by another process or mount");
		}
	}

	@Test
	void saysWhyTheApplicationThatHasItKeepsItsMount() throws IOException {
		Path set = this.machine.resolve("spool");
		this.inherited = Inheritance.refused("Process 7 serves the mount and keeps it: it is busy");
		try (FileSystemSpool other = FileSystemSpool.open(set)) {
			assertThat(refusal(() -> open(set.toString()))).hasMessage("The spool directory " + other.directory()
					+ " is in use by another process or mount. Process 7 serves the mount and keeps it: it is busy");
		}
	}

	@Test
	void isRefusedWhileAnotherApplicationHasTheMountPoint() throws IOException {
		try (FileSystemSpool other = FileSystemSpool.open(open(null))) {
			assertThat(refusal(() -> open(null))).hasMessage("The spool directory " + other.directory()
					+ " is in use by another process or mount: it is "
					+ "the default for the mount point /srv/files, which another application or context has mounted");
		}
	}

	@Test
	void saysWhatAnEarlierVersionHasLeftBelowTheTemporaryDirectory(CapturedOutput output) throws IOException {
		String name = open(null).getFileName().toString();
		Path former = this.machine.resolve("tmp/fusemount-" + this.uid).resolve(name);
		Files.createDirectories(former.resolve("unsaved"));
		assertThat(output).doesNotContain(former.toString());
		open(null);
		assertThat(output)
			.contains("The spool was previously in " + former + ". Nothing there is needed any longer: delete it");
		Path unsaved = Files.writeString(former.resolve("unsaved/20260101T000000.000Z-1-a.txt"), "the only copy");
		Files.writeString(former.resolve("1.spool"), "local");
		Files.createFile(former.resolve("2.spool"));
		Files.createFile(former.resolve("3.spool"));
		Files.writeString(former.resolve("3.label"), "valid=no \nkind=scratch\n");
		Files.createFile(former.resolve("4.spool"));
		Files.writeString(former.resolve("4.label"), "valid=yes\nkind=directory\n");
		open(null);
		assertThat(output).contains("The spool was previously in " + former
				+ ", which has files that could not be stored (1) "
				+ "or stay local (2). They are not visible now: start once with fusemount.spool.directory=" + former);
		assertThat(unsaved).hasContent("the only copy");
	}

	@Test
	void saysWhatIsLeftInAPlaceThatWasChosenBefore(CapturedOutput output) throws IOException {
		Path before = open(null);
		open(this.machine.resolve("set").toString());
		assertThat(output).contains("The spool was previously in " + before + ".");
	}

	private static void mode(Path directory, String permissions) throws IOException {
		Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
	}

	@FunctionalInterface
	private interface ThrowingOpen {

		void open() throws IOException;

	}

}
