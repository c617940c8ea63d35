package io.fusemount.conformance.posix;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

import io.fusemount.conformance.directory.DirectoryKit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract: open, read, write, truncate, close.
 */
abstract class PosixContentKit extends DirectoryKit {

	@Test
	void writtenFileIsRead() throws IOException {
		Files.writeString(path("a.txt"), "text");
		assertThat(path("a.txt")).hasContent("text").isRegularFile();
		assertThat(sh("cat a.txt")).isEqualTo("text");
		assertThat(names()).containsExactly("a.txt");
	}

	@Test
	void emptyFileIsThere() throws IOException {
		Files.createFile(path("empty"));
		sh(": > also-empty");
		assertThat(path("empty")).isEmptyFile();
		assertThat(path("also-empty")).isEmptyFile();
	}

	@Test
	void exclusiveCreateFailsIfTheFileExists() throws IOException {
		Files.writeString(path("a.txt"), "text", StandardOpenOption.CREATE_NEW);
		assertThatExceptionOfType(FileAlreadyExistsException.class)
			.isThrownBy(() -> Files.writeString(path("a.txt"), "other", StandardOpenOption.CREATE_NEW));
		assertThat(path("a.txt")).hasContent("text");
	}

	@Test
	void openOfNothingFails() {
		assertThatExceptionOfType(NoSuchFileException.class)
			.isThrownBy(() -> Files.writeString(path("a.txt"), "text", StandardOpenOption.WRITE));
		assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> Files.readString(path("a.txt")));
	}

	@Test
	void openWithTruncateStartsAfresh() throws IOException {
		Files.writeString(path("a.txt"), "a long text");
		Files.writeString(path("a.txt"), "short", StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
		assertThat(path("a.txt")).hasContent("short");
		sh(": > a.txt");
		assertThat(path("a.txt")).isEmptyFile();
	}

	@Test
	void openWithoutTruncateKeepsTheRest() throws IOException {
		Files.writeString(path("a.txt"), "0123456789");
		Files.writeString(path("a.txt"), "xyz", StandardOpenOption.WRITE);
		assertThat(path("a.txt")).hasContent("xyz3456789");
	}

	@Test
	void appendGoesToTheEnd() throws IOException {
		Files.writeString(path("log"), "0");
		try (FileChannel first = FileChannel.open(path("log"), StandardOpenOption.APPEND);
				FileChannel second = FileChannel.open(path("log"), StandardOpenOption.APPEND)) {
			first.write(bytes("1"));
			second.write(bytes("2"));
			first.write(bytes("3"));
		}
		assertThat(path("log")).hasContent("0123");
		sh("printf 4 >> log");
		assertThat(path("log")).hasContent("01234");
	}

	@Test
	void handleReadsWhatItWrote() throws IOException {
		try (RandomAccessFile file = new RandomAccessFile(path("a.bin").toFile(), "rw")) {
			file.write("0123456789".getBytes(StandardCharsets.UTF_8));
			file.seek(4);
			file.write('x');
			file.seek(3);
			assertThat(file.read()).isEqualTo('3');
			assertThat(file.read()).isEqualTo('x');
			assertThat(file.read()).isEqualTo('5');
			assertThat(file.length()).isEqualTo(10);
		}
		assertThat(path("a.bin")).hasContent("0123x56789");
	}

	@Test
	void openFileIsTruncated() throws IOException {
		Files.writeString(path("a.txt"), "0123456789");
		try (RandomAccessFile file = new RandomAccessFile(path("a.txt").toFile(), "rw")) {
			file.setLength(4);
			assertThat(file.length()).isEqualTo(4);
			file.setLength(6);
			byte[] content = new byte[10];
			assertThat(file.read(content)).isEqualTo(6);
			assertThat(content).startsWith('0', '1', '2', '3', 0, 0);
		}
		assertThat(Files.readAllBytes(path("a.txt"))).containsExactly('0', '1', '2', '3', 0, 0);
	}

	@Test
	void closedFileIsTruncated() throws IOException {
		Files.writeString(path("a.txt"), "0123456789");
		sh("truncate -s 4 a.txt");
		assertThat(path("a.txt")).hasContent("0123");
		sh("truncate -s +2 a.txt");
		assertThat(Files.readAllBytes(path("a.txt"))).containsExactly('0', '1', '2', '3', 0, 0);
	}

	@Test
	void holeReadsAsZeros() throws IOException {
		try (FileChannel channel = FileChannel.open(path("sparse"), StandardOpenOption.CREATE_NEW,
				StandardOpenOption.WRITE)) {
			channel.write(bytes("end"), 300_000);
		}
		byte[] content = Files.readAllBytes(path("sparse"));
		assertThat(content).hasSize(300_003).endsWith('e', 'n', 'd');
		assertThat(new String(content, 0, 300_000, StandardCharsets.UTF_8)).isEqualTo("\0".repeat(300_000));
	}

	@Test
	void partOfAFileIsOverwritten() throws IOException {
		Files.writeString(path("a.txt"), "0123456789".repeat(1000));
		sh("printf xyz | dd of=a.txt bs=1 seek=5003 conv=notrunc status=none");
		assertThat(sh("dd if=a.txt bs=1 skip=5000 count=10 status=none")).isEqualTo("012xyz6789");
		assertThat(path("a.txt")).hasSize(10_000);
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 4095, 4096, 4097, 131071, 131072, 131073, 1_000_003 })
	void everySizeIsKept(int size) throws IOException {
		byte[] content = new byte[size];
		new Random(size).nextBytes(content);
		Files.write(path("a.bin"), content);
		assertThat(Files.size(path("a.bin"))).isEqualTo(size);
		assertThat(Files.readAllBytes(path("a.bin"))).isEqualTo(content);
	}

	@Test
	void anyRangeOfALargeFileIsRead() throws IOException {
		byte[] content = new byte[10 << 20];
		Random random = new Random(42);
		random.nextBytes(content);
		Files.write(path("a.bin"), content);
		try (FileChannel channel = FileChannel.open(path("a.bin"), StandardOpenOption.READ)) {
			for (int i = 0; i < 100; i++) {
				int position = random.nextInt(content.length);
				ByteBuffer target = ByteBuffer.allocate(1 + random.nextInt(200_000));
				int count = channel.read(target, position);
				assertThat(count).isEqualTo(Math.min(target.capacity(), content.length - position));
				target.flip();
				assertThat(target).isEqualTo(ByteBuffer.wrap(content, position, count));
			}
			assertThat(channel.read(ByteBuffer.allocate(1), content.length)).isEqualTo(-1);
		}
	}

	@Test
	void syncedBytesAreThereBeforeTheClose() throws IOException {
		Path file = path("a.txt");
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
			channel.write(bytes("one"));
			channel.force(true);
			assertThat(file).hasContent("one");
			channel.write(bytes(" two"));
			channel.force(false);
			assertThat(file).hasContent("one two");
		}
		sh("sync a.txt");
	}

	@Test
	void fileIsWrittenOverAndOver() throws IOException {
		for (int i = 0; i < 50; i++) {
			String content = "generation " + i + " ".repeat(i * 100);
			Files.writeString(path("a.txt"), content);
			assertThat(Files.readString(path("a.txt"))).isEqualTo(content);
		}
	}

	@Test
	void directoryIsNoFile() {
		shFails("cat .", "Is a directory");
		shFails("printf x > .", "irectory");
		sh("printf x > a.txt");
		shFails("cat a.txt/b", "Not a directory");
		shFails("ls a.txt/", "Not a directory");
	}

	private static ByteBuffer bytes(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
	}

}
