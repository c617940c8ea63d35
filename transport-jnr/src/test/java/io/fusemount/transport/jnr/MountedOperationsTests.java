package io.fusemount.transport.jnr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each operation, through the kernel and back.
 */
@EnabledIfFuse
@Timeout(600)
class MountedOperationsTests {

	private final MemoryFileSystem fileSystem = new MemoryFileSystem();

	private final Mounted mounted = new Mounted(this.fileSystem);

	private final Path root = this.mounted.root;

	@AfterEach
	void unmount() {
		this.mounted.close();
	}

	@Test
	void statTellsEveryAttribute() throws IOException {
		MemoryNode.File file = this.fileSystem.file("/a", "12345");
		Map<String, Object> attributes = Files.readAttributes(this.root.resolve("a"), "unix:*");
		assertThat(attributes).containsEntry("ino", file.inode)
			.containsEntry("size", 5L)
			.containsEntry("mode", 0100644)
			.containsEntry("nlink", 1)
			.containsEntry("uid", 12)
			.containsEntry("gid", 34);
		assertThat(Files.getLastModifiedTime(this.root.resolve("a")).toInstant()).isEqualTo(MemoryNode.CREATED);
		assertThat(this.mounted.shell("stat -c '%b %B %o' a")).isEqualTo("1 512 4096");
	}

	@Test
	void sizesOver4GigabytesAreTold() throws IOException {
		this.fileSystem.file("/a", "").pretendedSize = (1L << 40) + 7;
		assertThat(Files.size(this.root.resolve("a"))).isEqualTo((1L << 40) + 7);
	}

	@Test
	void largeDirectoriesAreListedCompletely() throws IOException {
		for (int i = 0; i < 2_000; i++) {
			this.fileSystem.file("/file-with-a-rather-long-name-" + i, "");
		}
		try (Stream<Path> list = Files.list(this.root)) {
			assertThat(list).hasSize(2_000).doesNotHaveDuplicates();
		}
		assertThat(this.fileSystem.calls).contains("openDirectory[]", "readDirectory[0]");
		awaitCall("releaseDirectory[]");
	}

	@Test
	void listingTellsInodesAndKinds() {
		MemoryNode.File file = this.fileSystem.file("/a", "");
		this.fileSystem.folder("/d");
		assertThat(this.mounted.shell("ls -i1 --color=never")).contains(file.inode + " a");
		assertThat(this.mounted.shell("find . -type d -name d")).isEqualTo("./d");
	}

	@Test
	void namesAreUtf8() throws IOException {
		String name = "Größe 文書 🗎";
		Files.writeString(this.root.resolve("plain"), "x");
		this.fileSystem.file("/" + name, "content");
		assertThat(this.mounted.shell("ls")).isEqualTo(name + "\nplain");
		assertThat(this.mounted.shell("cat '" + name + "'; mv plain 'ä'; ls")).isEqualTo("content" + name + "\nä");
		assertThat(this.fileSystem.nodes).containsKey("/ä");
	}

	@Test
	void aNameThatIsNotUtf8IsRefused() {
		assertThat(Mounted.run(this.root, "python3", "-c", "import os; os.stat(b'\\xe4')")).contains("[Errno 84]");
	}

	@Test
	void contentIsReadAndWritten() throws IOException {
		Path file = this.root.resolve("a");
		byte[] content = new byte[1_000_000];
		new java.util.Random(1).nextBytes(content);
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.wrap(content));
		}
		assertThat(Files.readAllBytes(file)).isEqualTo(content);
		assertThat(this.fileSystem.calls).contains("write[0, 131072]", "flush[]")
			.filteredOn((call) -> call.startsWith("write["))
			.hasSize(8);
	}

	@Test
	void createTellsATemporaryFileFromOthers() {
		this.mounted.shell("mktemp ./tmp.XXXXXX; umask 077; set -C; echo new > private");
		assertThat(this.fileSystem.calls).filteredOn((call) -> call.startsWith("create["))
			.containsExactly(
					"create[OpenOptions[read=true, write=true, truncate=false, creation=TEMPORARY, append=false, direct=false, mode=384]]",
					"create[OpenOptions[read=false, write=true, truncate=false, creation=EXCLUSIVE, append=false, direct=false, mode=384]]");
	}

	@Test
	void openTellsWhatIsAskedFor() throws IOException {
		this.fileSystem.file("/a", "12345");
		// A program that looks up a name before another's release and opens it after that
		// is made to look it up again, and opens it twice.
		List<String> programs = List.of("echo 6 >> a", "cat a", "echo new > a", "cat a");
		List<String> told = new ArrayList<>();
		for (String program : programs) {
			told.add(this.mounted.shell(program));
			awaitCalls("release[]", told.size());
		}
		assertThat(told).containsExactly("", "123456", "", "new");
		assertThat(this.fileSystem.calls).filteredOn((call) -> call.startsWith("open["))
			.containsExactly(
					"open[OpenOptions[read=false, write=true, truncate=false, creation=SHARED, append=true, direct=false, mode=0]]",
					"open[OpenOptions[read=true, write=false, truncate=false, creation=SHARED, append=false, direct=false, mode=0]]",
					"open[OpenOptions[read=false, write=true, truncate=false, creation=SHARED, append=false, direct=false, mode=0]]",
					"open[OpenOptions[read=true, write=false, truncate=false, creation=SHARED, append=false, direct=false, mode=0]]");
		// Not before it is certain that the kernel means the opened version.
		assertThat(this.fileSystem.calls).contains("ftruncate[0]");
	}

	@Test
	void createMakesAndOpensAFile() {
		assertThat(this.mounted.shell("echo hello > new && cat new")).isEqualTo("hello");
		assertThat(this.fileSystem.calls).contains(
				"create[OpenOptions[read=false, write=true, truncate=true, creation=SHARED, append=false, direct=false, mode=420]]",
				"flush[]");
		awaitCall("release[]");
	}

	/** The kernel sends the request after close(2) has returned. */
	private void awaitCall(String call) {
		awaitCalls(call, 1);
	}

	private void awaitCalls(String call, int count) {
		Patience.await()
			.untilAsserted(() -> assertThat(this.fileSystem.calls).filteredOn(call::equals)
				.hasSizeGreaterThanOrEqualTo(count));
	}

	@Test
	void mknodMakesRegularFilesOnly() {
		assertThat(this.mounted.shell("mkfifo pipe")).contains("Operation not permitted");
		assertThat(this.mounted.shell("python3 -c 'import os; os.mknod(\"f\")' && stat -c %F f"))
			.isEqualTo("regular empty file");
		assertThat(this.fileSystem.calls).contains("createEmpty[]");
	}

	@Test
	void truncateWorksByPathAndByHandle() throws IOException {
		MemoryNode.File file = this.fileSystem.file("/a", "12345");
		assertThat(this.mounted.shell("python3 -c 'import os; os.truncate(\"a\", 3)'")).isEmpty();
		assertThat(file.bytes).hasSize(3);
		try (FileChannel channel = FileChannel.open(this.root.resolve("a"), StandardOpenOption.WRITE)) {
			channel.truncate(1);
		}
		assertThat(this.fileSystem.calls).contains("truncate[3]", "ftruncate[1]");
	}

	@Test
	void fsyncReachesTheFilesystem() throws IOException {
		try (FileChannel channel = FileChannel.open(this.root.resolve("a"), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE)) {
			channel.write(ByteBuffer.wrap(new byte[10]));
			channel.force(false);
			assertThat(this.fileSystem.calls).contains("sync[]");
		}
	}

	@Test
	void fsyncOfADirectorySucceeds() {
		assertThat(this.mounted.shell("sync .")).isEmpty();
	}

	@Test
	void filesAreRenamedAndDeleted() throws IOException {
		this.fileSystem.file("/a", "content");
		Files.move(this.root.resolve("a"), this.root.resolve("b"));
		Files.delete(this.root.resolve("b"));
		assertThat(this.fileSystem.calls).contains("rename[a, b]", "delete[b]");
	}

	@Test
	void directoriesAreMadeAndRemoved() throws IOException {
		Files.createDirectory(this.root.resolve("d"));
		Files.delete(this.root.resolve("d"));
		assertThat(this.fileSystem.calls).contains("createDirectory[d]", "deleteDirectory[d]");
	}

	@Test
	void linksAreNotPermitted() {
		this.fileSystem.file("/a", "");
		assertThat(this.mounted.shell("ln a b")).contains("Operation not permitted");
		assertThat(this.mounted.shell("ln -s a b")).contains("Operation not permitted");
	}

	@Test
	void symbolicLinksAreFollowed() {
		this.fileSystem.file("/ä", "content");
		this.fileSystem.link("/l", "ä");
		assertThat(this.mounted.shell("readlink l; cat l")).isEqualTo("ä\ncontent");
	}

	@Test
	void timesAreSet() {
		MemoryNode.File file = this.fileSystem.file("/a", "");
		assertThat(this.mounted.shell("touch -m -d @12.5 a")).isEmpty();
		assertThat(file.modified).isEqualTo(Instant.ofEpochSecond(12, 500_000_000));
		assertThat(this.mounted.shell("touch -m -d @-3.25 a")).isEmpty();
		assertThat(file.modified).isEqualTo(Instant.ofEpochSecond(-4, 750_000_000));
		assertThat(this.mounted.shell("touch a")).isEmpty();
		assertThat(file.modified).isAfter(Instant.parse("2024-01-01T00:00:00Z"));
	}

	@Test
	void anAccessTimeAloneChangesNothing() {
		MemoryNode.File file = this.fileSystem.file("/a", "");
		assertThat(this.mounted.shell("touch -a -d @12 a")).isEmpty();
		assertThat(file.modified).isEqualTo(MemoryNode.CREATED);
	}

	@Test
	void modeAndOwnerArePassedOn() {
		this.fileSystem.file("/a", "");
		assertThat(this.mounted.shell("chmod 640 a && chown 12 a && chgrp 34 a")).isEmpty();
		assertThat(this.fileSystem.calls).contains("setPermissions[640]", "setOwner[12, -1]", "setOwner[-1, 34]");
	}

	@Test
	void accessIsPassedOn() {
		this.fileSystem.file("/a", "");
		assertThat(this.mounted.shell("test -w a && test -r a && ! test -x a")).isEmpty();
		assertThat(this.fileSystem.calls).contains("access[true, false]", "access[false, true]");
	}

	@Test
	void statisticsAreTold() {
		assertThat(this.mounted.shell("stat -f -c '%S %b %f %a %l' ."))
			.isEqualTo("4096 8589934592 4294967296 4294967296 255");
	}

	@Test
	void extendedAttributesAreReadAndSet() {
		this.fileSystem.file("/a", "");
		String python = "import os\nprint(os.getxattr('a','user.color').decode(), os.listxattr('a'))\n";
		assertThat(Mounted.run(this.root, "python3", "-X", "utf8", "-c", python))
			.isEqualTo("grün ['user.color', 'user.size']");
		assertThat(Mounted.run(this.root, "python3", "-c", "import os; os.getxattr('a','user.none')"))
			.contains("No data available");
		assertThat(Mounted.run(this.root, "python3", "-c", """
				import os
				os.setxattr('a', 'user.any', b'1\\0\\xff')
				os.setxattr('a', 'user.new', b'', os.XATTR_CREATE)
				os.setxattr('a', 'user.old', b'x' * 60000, os.XATTR_REPLACE)
				os.removexattr('a', 'user.color')
				""")).isEmpty();
		assertThat(this.fileSystem.calls).contains("setxattr[user.any, ANY, 3]", "setxattr[user.new, ABSENT, 0]",
				"setxattr[user.old, PRESENT, 60000]", "setxattr[user.color, PRESENT, -1]");
		assertThat(Mounted.run(this.root, "python3", "-c", "import os; os.setxattr('a','trusted.none',b'1')"))
			.contains("Operation not supported");
	}

	@Test
	void anAttributeThatDoesNotFitIsOutOfRange() {
		this.fileSystem.file("/a", "");
		String python = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nb = ctypes.create_string_buffer(2)\n"
				+ "print(libc.getxattr(b'a', b'user.color', b, 2), ctypes.get_errno(), "
				+ "libc.getxattr(b'a', b'user.color', None, 0), libc.listxattr(b'a', b, 2))";
		assertThat(Mounted.run(this.root, "python3", "-c", python)).isEqualTo("-1 34 5 -1");
	}

	@Test
	void anOpenFileThatIsDeletedIsHidden() throws IOException {
		this.fileSystem.file("/a", "content");
		assertThat(this.mounted.shell("exec 3< a; rm a; cat <&3; test -e a && echo still there")).contains("content")
			.doesNotContain("still there");
		assertThat(this.fileSystem.calls).contains("delete[a]");
		Patience.await().untilAsserted(() -> assertThat(this.fileSystem.handles).isEmpty());
		assertThat(this.fileSystem.calls).noneMatch((call) -> call.contains(".fuse_hidden"));
	}

	@Test
	@Semantics("Over libfuse 2, `rmdir` ends with ENOTEMPTY as long as a file that was deleted in the directory is "
			+ "open: libfuse keeps the file there under a hidden name.")
	void aDirectoryIsNotRemovedBeforeItsHiddenFiles() {
		this.fileSystem.folder("/d");
		this.fileSystem.folder("/e");
		this.fileSystem.file("/d/a", "content");
		assertThat(this.mounted.shell("exec 3< d/a; rm d/a; rmdir d; mv -T e d; cat <&3")).contains("failed to remove")
			.contains("cannot move")
			.contains("content");
		Patience.await().untilAsserted(() -> assertThat(this.mounted.shell("rmdir d")).isEmpty());
	}

	@Test
	void anOpenFileThatIsReplacedIsHidden() {
		this.fileSystem.file("/a", "old");
		this.fileSystem.file("/b", "new");
		assertThat(this.mounted.shell("exec 3< a; mv b a; cat <&3; cat a")).isEqualTo("oldnew");
		assertThat(this.fileSystem.calls).contains("rename[b, a]").doesNotContain("delete[a]");
	}

	@Test
	void anOpenFileThatIsNotReplacedAfterAllIsPartedFromItsName() {
		this.fileSystem.file("/a", "old");
		this.fileSystem.file("/b", "new");
		this.fileSystem.before = (method) -> {
			if (method.equals("rename")) {
				throw new ErrnoException(Errno.EPERM, "A test refuses it");
			}
		};
		assertThat(this.mounted.shell("exec 3< a; mv b a; cat <&3; cat a b")).contains("Operation not permitted")
			.endsWith("oldoldnew");
		assertThat(this.fileSystem.calls).containsSubsequence("secure[]", "part[]");
	}

	@Test
	void aProgramMayUseAHiddenNameItself() {
		this.fileSystem.file("/a", "x");
		assertThat(this.mounted.shell("mv a .fuse_hidden1 && cat .fuse_hidden1")).isEqualTo("x");
		assertThat(this.fileSystem.calls).contains("rename[a, .fuse_hidden1]").doesNotContain("delete[a]");
	}

	@Test
	void handlesAreClosed() {
		this.fileSystem.file("/a", "x");
		assertThat(this.mounted.shell("cat a; ls; cat a")).isEqualTo("xa\nx");
		Patience.await().untilAsserted(() -> assertThat(this.fileSystem.handles).isEmpty());
	}

	@Test
	void theMountTableTellsNameAndType() throws IOException {
		List<String> lines = Files.readAllLines(Path.of("/proc/self/mounts"));
		assertThat(lines).anyMatch((line) -> line.startsWith("fusemount:test " + this.root + " fuse.fusemount "));
	}

}
