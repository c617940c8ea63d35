package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Contract: content that programs cannot change, and that the application can, is read in
 * every way as it was when it was opened, whether it comes from the application or is on
 * the local disk by then.
 */
abstract class TransportReadOnlyKit extends TransportKit {

	private static final String FILE = "a.bin";

	/** In bytes: not a whole number of blocks of any kind. */
	private static final int LENGTH = 3_000_001;

	/** The second of each pair finds the content on the local disk. */
	@ParameterizedTest
	@ValueSource(strings = { "cat a.bin", "dd if=a.bin bs=1M status=none", "dd if=a.bin bs=777 status=none",
			"dd if=a.bin bs=1M iflag=direct status=none", "dd if=a.bin bs=4k iflag=direct status=none",
			"cp a.bin /dev/stdout", "cat < a.bin", "head -c 1000 a.bin; tail -c +1001 a.bin", "cat a.bin | cat" })
	void programsGetTheBytesInEveryWay(String line, @TempDir Path workspace) {
		MountedFiles mounted = mount(FilesSetting.READ_ONLY);
		byte[] bytes = bytes(1);
		mounted.change(FILE, bytes);
		for (int i = 0; i < 3; i++) {
			Path copy = workspace.resolve("copy" + i);
			Shell.in(mounted.directory()).check("{ " + line + "; } > " + copy);
			assertThat(copy).hasBinaryContent(bytes);
			Patience.await(() -> mounted.openHandles() == 0);
		}
	}

	@Test
	void directReadsNeedNoAlignment() {
		assumeTrue(Shell.has("python3"), "The program 'python3' is not installed");
		MountedFiles mounted = mount(FilesSetting.READ_ONLY);
		byte[] bytes = bytes(1);
		mounted.change(FILE, bytes);
		assertThat(mounted.directory().resolve(FILE)).hasBinaryContent(bytes);
		String read = Shell.in(mounted.directory())
			.check("python3 -c " + Shell.quote("import os; f = os.open('a.bin', os.O_RDONLY | os.O_DIRECT);"
					+ " print(os.pread(f, 9, 12345).hex())"));
		assertThat(read.strip()).isEqualTo(hex(Arrays.copyOfRange(bytes, 12_345, 12_354)));
	}

	@Test
	void programsAreExecuted() throws IOException {
		MountedFiles mounted = mount(FilesSetting.READ_ONLY);
		mounted.change("script", "#!/bin/sh\necho executed\n# %s\n".formatted("x".repeat(100_000)));
		mounted.files().application().setMode("script", 0755);
		mounted.change("program", Files.readAllBytes(Path.of("/bin/echo").toRealPath()));
		mounted.files().application().setMode("program", 0755);
		mounted.report(mounted.files().application().key("script"));
		mounted.report(mounted.files().application().key("program"));
		for (int i = 0; i < 3; i++) {
			assertThat(Shell.in(mounted.directory()).check("./script; ./program executed"))
				.isEqualTo("executed\nexecuted\n");
			Patience.await(() -> mounted.openHandles() == 0);
		}
	}

	@Test
	void whoHasItOpenReadsTheOldVersionAndOthersTheNewOne() throws IOException {
		MountedFiles mounted = mount(FilesSetting.READ_ONLY);
		Path file = mounted.directory().resolve(FILE);
		byte[] old = bytes(1);
		mounted.change(FILE, old);
		assertThat(file).hasBinaryContent(old);
		try (FileChannel reader = FileChannel.open(file)) {
			assertThat(read(reader, 0, 100)).isEqualTo(Arrays.copyOf(old, 100));
			byte[] fresh = Arrays.copyOf(bytes(2), LENGTH + 5000);
			mounted.change(FILE, fresh);
			assertThat(file).hasBinaryContent(fresh);
			assertThat(read(reader, 0, LENGTH + 5000)).isEqualTo(old);
			assertThat(reader.size()).isEqualTo(LENGTH);
			try (FileChannel other = FileChannel.open(file)) {
				assertThat(read(other, 0, LENGTH + 5000)).isEqualTo(fresh);
				assertThat(other.size()).isEqualTo(LENGTH + 5000);
			}
			mounted.change(FILE, "short");
			assertThat(file).hasContent("short");
			assertThat(read(reader, 0, LENGTH)).isEqualTo(old);
		}
		assertThat(file).hasContent("short");
	}

	@Test
	void aMappingKeepsTheOldVersionWhenTheFileIsClosedAndReplacedAndRead(@TempDir Path workspace) {
		MountedFiles mounted = mount(FilesSetting.READ_ONLY);
		Path file = mounted.directory().resolve(FILE);
		byte[] old = bytes(1);
		mounted.change(FILE, old);
		assertThat(file).hasBinaryContent(old);
		Path marker = workspace.resolve("mapped");
		Path copy = workspace.resolve("copy");
		try (ChildProgram program = ChildProgram.start(MappedCopy.class, workspace, file.toString(), marker.toString(),
				copy.toString())) {
			Patience.await(() -> Files.exists(marker));
			byte[] fresh = old.clone();
			fresh[LENGTH / 2]++;
			mounted.change(FILE, fresh);
			assertThat(file).hasBinaryContent(fresh);
			program.send("go on");
			assertThat(program.awaitEnd()).isZero();
		}
		assertThat(copy).hasBinaryContent(old);
	}

	@Test
	void severalReadersAtOnceReadAsIfTheyWereAlone() throws IOException {
		MountedFiles mounted = mount(FilesSetting.READ_ONLY);
		Path file = mounted.directory().resolve(FILE);
		byte[] bytes = bytes(1);
		mounted.change(FILE, bytes);
		try (FileChannel before = FileChannel.open(file)) {
			assertThat(read(before, 0, LENGTH)).isEqualTo(bytes);
			try (FileChannel second = FileChannel.open(file)) {
				assertThat(read(second, 0, LENGTH)).isEqualTo(bytes);
			}
		}
		Patience.await(() -> mounted.openHandles() == 0);
		try (FileChannel resident = FileChannel.open(file); FileChannel other = FileChannel.open(file)) {
			assertThat(read(other, 0, LENGTH)).isEqualTo(bytes);
			assertThat(read(resident, 0, LENGTH)).isEqualTo(bytes);
			assertThat(read(other, LENGTH - 10, 100)).isEqualTo(Arrays.copyOfRange(bytes, LENGTH - 10, LENGTH));
			assertThat(read(other, LENGTH, 100)).isEmpty();
		}
	}

	@Test
	void theFileIsAsItWasForWhoReadsItAfterTheApplicationHasDeletedIt() throws IOException {
		MountedFiles mounted = mount(FilesSetting.READ_ONLY);
		Path file = mounted.directory().resolve(FILE);
		byte[] bytes = bytes(1);
		mounted.change(FILE, bytes);
		assertThat(file).hasBinaryContent(bytes);
		Patience.await(() -> mounted.openHandles() == 0);
		try (FileChannel reader = FileChannel.open(file)) {
			mounted.remove(FILE);
			Patience.await(() -> Files.notExists(file));
			assertThat(read(reader, 0, LENGTH)).isEqualTo(bytes);
			assertThat(reader.size()).isEqualTo(LENGTH);
		}
	}

	private static byte[] bytes(long seed) {
		byte[] bytes = new byte[LENGTH];
		new Random(seed).nextBytes(bytes);
		return bytes;
	}

	private static String hex(byte[] bytes) {
		return HexFormat.of().formatHex(bytes);
	}

	private static byte[] read(FileChannel channel, long start, int length) throws IOException {
		ByteBuffer target = ByteBuffer.allocate(length);
		while (target.hasRemaining() && channel.read(target, start + target.position()) > 0) {
			// Until the end of the file.
		}
		return Arrays.copyOf(target.array(), target.position());
	}

}
