package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.machine.EnabledIfMachine;
import io.fusemount.conformance.machine.Machine;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.EnabledIfPassthrough;
import io.fusemount.conformance.transport.FilesSetting;
import io.fusemount.conformance.transport.MappedCopy;
import io.fusemount.conformance.transport.MountedFiles;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Content that the kernel reads by itself.
 */
@EnabledIfFuse
@EnabledIfPassthrough
@Timeout(300)
class PassthroughTests {

	private static final String FILE = "a.bin";

	private static final int MIB = 1 << 20;

	@Test
	@Semantics("Content that is on the local disk and that no program can change is read without requests to the "
			+ "application, where the kernel can do that.")
	void residentContentIsReadWithoutRequests() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY)) {
			Path file = put(mounted, FILE, 3 * MIB + 1);
			assertThat(file).hasBinaryContent(bytes(3 * MIB + 1));
			long requests = mounted.succeeded(Operation.READ);
			assertThat(requests).isPositive();
			assertThat(opens(mounted)).isZero();
			awaitClosed(mounted);
			assertThat(file).hasBinaryContent(bytes(3 * MIB + 1));
			Shell.in(mounted.directory())
				.check("cat a.bin a.bin > /dev/null; head -c 10 a.bin > /dev/null; cmp a.bin a.bin");
			assertThat(mounted.succeeded(Operation.READ)).isEqualTo(requests);
			assertThat(opens(mounted)).isEqualTo(5);
			awaitClosed(mounted);
			assertThat(String.valueOf(mounted.session().channel())).doesNotContain("passthrough");
		}
	}

	@Test
	void contentOfAMountThatIsReadOnlyIsReadWithoutRequests() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), PassthroughTests::readOnly)) {
			Path file = put(mounted, FILE, MIB);
			readTwice(mounted, file, MIB);
			assertThat(opens(mounted)).isEqualTo(1);
		}
	}

	@Test
	void contentThatProgramsCanChangeIsReadByRequests() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false))) {
			readTwice(mounted, put(mounted, FILE, MIB), MIB);
			assertThat(opens(mounted)).isZero();
		}
	}

	@Test
	void smallContentWhichSharesAFileIsReadByRequests() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY)) {
			readTwice(mounted, put(mounted, FILE, 1 << 16), 1 << 16);
			assertThat(opens(mounted)).isZero();
			readTwice(mounted, put(mounted, "b.bin", (1 << 16) + 1), (1 << 16) + 1);
			assertThat(opens(mounted)).isEqualTo(1);
		}
	}

	@Test
	void nothingIsReadByTheKernelItselfIfThatIsSwitchedOff() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false, false), FilesSetting.READ_ONLY)) {
			readTwice(mounted, put(mounted, FILE, MIB), MIB);
			assertThat(opens(mounted)).isZero();
			assertThat(String.valueOf(mounted.session().channel()))
				.endsWith("; passthrough is not used: fusemount.passthrough is off)");
		}
	}

	@Test
	void theFirstHandleDecidesForAllThatAreOpenWithIt() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY)) {
			Path file = put(mounted, FILE, MIB);
			try (FileChannel first = FileChannel.open(file)) {
				assertThat(file).hasBinaryContent(bytes(MIB));
				assertThat(read(first, MIB)).isEqualTo(bytes(MIB));
				assertThat(file).hasBinaryContent(bytes(MIB));
				assertThat(opens(mounted)).isZero();
			}
			awaitClosed(mounted);
			long requests = mounted.succeeded(Operation.READ);
			try (FileChannel first = FileChannel.open(file)) {
				assertThat(file).hasBinaryContent(bytes(MIB));
				assertThat(file).hasBinaryContent(bytes(MIB));
				assertThat(read(first, MIB)).isEqualTo(bytes(MIB));
				assertThat(opens(mounted)).isEqualTo(3);
			}
			assertThat(mounted.succeeded(Operation.READ)).isEqualTo(requests);
		}
	}

	/**
	 * The kernel drops its pages when it reads a file by itself; what it has later is of
	 * the version that was open last.
	 */
	@Test
	void aFileThatIsOpenInTheUsualWayAgainHasThePagesOfItsVersion() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY)) {
			Path file = put(mounted, FILE, MIB);
			readTwice(mounted, file, MIB);
			Shell.in(mounted.directory())
				.check("python3 -c " + Shell.quote("import os; f = os.open('a.bin', "
						+ "os.O_RDONLY); os.posix_fadvise(f, 0, 0, os.POSIX_FADV_WILLNEED); print(len(os.read(f, 100)))"));
			awaitClosed(mounted);
			byte[] fresh = bytes(MIB);
			fresh[MIB / 2]++;
			mounted.change(FILE, fresh);
			for (int i = 0; i < 3; i++) {
				assertThat(file).hasBinaryContent(fresh);
				awaitClosed(mounted);
			}
		}
	}

	@Test
	void contentThatIsOpenIsNotRemovedToMakeRoomAndTheLimitHolds() throws IOException {
		long limit = 64L * MIB;
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY.cacheOf(limit))) {
			Path file = put(mounted, FILE, 20 * MIB);
			readTwice(mounted, file, 20 * MIB);
			try (FileChannel open = FileChannel.open(file)) {
				assertThat(opens(mounted)).isEqualTo(2);
				for (int i = 0; i < 6; i++) {
					readTwice(mounted, put(mounted, "other" + i, 15 * MIB), 15 * MIB);
					assertThat(mounted.cachedBytes()).isLessThanOrEqualTo(limit).isGreaterThan(20 * MIB);
				}
				long requests = mounted.succeeded(Operation.READ);
				assertThat(read(open, 20 * MIB)).isEqualTo(bytes(20 * MIB));
				assertThat(file).hasBinaryContent(bytes(20 * MIB));
				assertThat(mounted.succeeded(Operation.READ)).isEqualTo(requests);
			}
		}
	}

	/** So that the rest goes on as a cache. */
	@Test
	void atMostHalfOfTheCacheIsHeldOpen() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false),
				FilesSetting.READ_ONLY.cacheOf(64L * MIB))) {
			Path one = put(mounted, "one", 20 * MIB);
			Path two = put(mounted, "two", 20 * MIB);
			assertThat(one).hasBinaryContent(bytes(20 * MIB));
			assertThat(two).hasBinaryContent(bytes(20 * MIB));
			awaitClosed(mounted);
			try (FileChannel first = FileChannel.open(one); FileChannel second = FileChannel.open(two)) {
				assertThat(opens(mounted)).isEqualTo(1);
				assertThat(read(first, 20 * MIB)).isEqualTo(bytes(20 * MIB));
				assertThat(read(second, 20 * MIB)).isEqualTo(bytes(20 * MIB));
			}
			awaitClosed(mounted);
			try (FileChannel second = FileChannel.open(two)) {
				assertThat(opens(mounted)).isEqualTo(2);
				assertThat(read(second, 20 * MIB)).isEqualTo(bytes(20 * MIB));
			}
		}
	}

	@Test
	void contentOfMoreThanHalfOfTheCacheIsReadByRequests() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false),
				FilesSetting.READ_ONLY.cacheOf(64L * MIB))) {
			readTwice(mounted, put(mounted, FILE, 40 * MIB), 40 * MIB);
			readTwice(mounted, put(mounted, "b.bin", 70 * MIB), 70 * MIB);
			assertThat(opens(mounted)).isZero();
		}
	}

	@Test
	void aCacheThatIsWipedWhileItsContentIsReadHarmsNobody() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY)) {
			Path file = put(mounted, FILE, MIB);
			readTwice(mounted, file, MIB);
			try (FileChannel open = FileChannel.open(file)) {
				Shell.in(mounted.spool()).check("rm -r cache");
				assertThat(read(open, MIB)).isEqualTo(bytes(MIB));
				assertThat(file).hasBinaryContent(bytes(MIB));
			}
			awaitClosed(mounted);
			long opens = opens(mounted);
			assertThat(file).hasBinaryContent(bytes(MIB));
			assertThat(opens(mounted)).isEqualTo(opens);
		}
	}

	@Test
	void contentThatWasCutOffFromOutsideIsNotReadByTheKernel() throws IOException {
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY)) {
			Path file = put(mounted, FILE, MIB);
			readTwice(mounted, file, MIB);
			Shell.in(mounted.spool()).check("truncate -s 70000 cache/*.content");
			long opens = opens(mounted);
			try (FileChannel open = FileChannel.open(file)) {
				assertThat(open.size()).isEqualTo(MIB);
				assertThat(opens(mounted)).isEqualTo(opens);
			}
		}
	}

	@Test
	void aMappingOutlivesTheMount(@TempDir Path workspace) throws IOException {
		ChildProgram program;
		try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false), FilesSetting.READ_ONLY)) {
			Path file = put(mounted, FILE, MIB);
			readTwice(mounted, file, MIB);
			program = ChildProgram.start(MappedCopy.class, workspace, file.toString(),
					workspace.resolve("mapped").toString(), workspace.resolve("copy").toString());
			await().until(() -> Files.exists(workspace.resolve("mapped")));
			awaitClosed(mounted);
		}
		try (program) {
			program.send("go on");
			assertThat(program.awaitEnd()).isZero();
		}
		assertThat(workspace.resolve("copy")).hasBinaryContent(bytes(MIB));
	}

	/** Really without the capability, as an ordinary user. */
	@Test
	@EnabledIfMachine
	void aProcessWithoutTheCapabilityReadsByRequestsAndSaysSo(@TempDir Path workspace) throws IOException {
		Shell.in(workspace).check("chmod 755 . && chown nobody .");
		Machine machine = new Machine(workspace).without("fuse", "/dev")
			.line("mknod -m 666 /dev/fuse c 10 229")
			.asUser("nobody");
		try (ChildProgram program = ChildProgram.start(machine, OrdinaryReader.class, workspace,
				workspace.toString())) {
			assertThat(program.awaitEnd()).as(program.output()).isZero();
			assertThat(program.output())
				.contains("passthrough is not used: Operation not permitted: the process has no "
						+ "CAP_SYS_ADMIN outside of containers of its own", "Read as usual, 0 by the kernel");
		}
	}

	@Test
	void aCacheOnTmpfsIsReadByTheKernel(@TempDir Path disk) throws IOException {
		onDisk(disk, "mount -t tmpfs none disk", () -> {
			try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false),
					FilesSetting.READ_ONLY.on(disk.resolve("disk")))) {
				readTwice(mounted, put(mounted, FILE, MIB), MIB);
				assertThat(opens(mounted)).isEqualTo(1);
			}
		});
	}

	@Test
	void aCacheOnAFilesystemMadeOfOthersIsReadByRequests(@TempDir Path disk) throws IOException {
		onDisk(disk, "mount -t tmpfs none disk && mkdir disk/l disk/u disk/w disk/m"
				+ " && mount -t overlay none -o lowerdir=disk/l,upperdir=disk/u,workdir=disk/w disk/m", () -> {
					try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false),
							FilesSetting.READ_ONLY.on(disk.resolve("disk/m")))) {
						assertThat(String.valueOf(mounted.session().channel()))
							.endsWith("; passthrough is not used: Too many "
									+ "levels of symbolic links: the content cache is on a filesystem that is made of "
									+ "others, such as overlayfs)");
						readTwice(mounted, put(mounted, FILE, MIB), MIB);
						assertThat(opens(mounted)).isZero();
					}
				});
	}

	private static void onDisk(Path disk, String mount, Work work) throws IOException {
		Files.createDirectory(disk.resolve("disk"));
		Shell shell = Shell.in(disk);
		shell.check(mount);
		try {
			work.run();
		}
		finally {
			shell.run("umount -l disk/m");
			shell.check("umount -l disk");
		}
	}

	private static MountOptions readOnly(MountOptions options) {
		return new MountOptions(options.name(), options.mountPoint(), true, options.allowOther(), false,
				options.workers(), options.readers());
	}

	private static Path put(MountedFiles mounted, String name, int length) {
		mounted.change(name, bytes(length));
		return mounted.directory().resolve(name);
	}

	/** The second time, the whole content is on the local disk. */
	private static void readTwice(MountedFiles mounted, Path file, int length) {
		int others = mounted.openHandles();
		for (int i = 0; i < 2; i++) {
			assertThat(file).hasBinaryContent(bytes(length));
			await().until(() -> mounted.openHandles() == others);
		}
	}

	private static void awaitClosed(MountedFiles mounted) {
		await().until(() -> mounted.openHandles() == 0);
	}

	private static long opens(MountedFiles mounted) {
		return mounted.session().kernelUse().passthroughOpens();
	}

	private static byte[] bytes(int length) {
		byte[] bytes = new byte[length];
		new Random(length).nextBytes(bytes);
		return bytes;
	}

	private static byte[] read(FileChannel channel, int length) throws IOException {
		ByteBuffer target = ByteBuffer.allocate(length);
		while (target.hasRemaining() && channel.read(target, target.position()) > 0) {
			// Until the end of the file.
		}
		return target.array();
	}

	/**
	 * Reads content twice through a mount of its own.
	 */
	static final class OrdinaryReader {

		private OrdinaryReader() {
		}

		/**
		 * Runs the program.
		 * @param args a directory for the mount
		 */
		public static void main(String[] args) {
			try (MountedFiles mounted = MountedFiles.by(new LinuxTransport(false),
					FilesSetting.READ_ONLY.on(Path.of(args[0])))) {
				System.out.println(mounted.session().channel());
				readTwice(mounted, put(mounted, FILE, MIB), MIB);
				System.out.println("Read as usual, " + opens(mounted) + " by the kernel");
			}
			System.exit(0);
		}

	}

	@FunctionalInterface
	private interface Work {

		void run() throws IOException;

	}

}
