package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.local.PrivateFiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Bytes of a local file on a disk with room for six.
 */
class SpoolBytesTests {

	@TempDir
	Path directory;

	private Spool spool;

	private SpoolFile file;

	private FullDiskChannel disk;

	private SpoolBytes bytes;

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.directory);
		Path path = this.directory.resolve("file");
		this.disk = new FullDiskChannel(PrivateFiles.create(path), 6);
		this.file = new SpoolFile(path, new LocalChannel(this.spool.channels(), () -> this.disk),
				new LabelFile(path, this.spool.channels()));
		this.bytes = new SpoolBytes(this.spool, this.file);
	}

	@AfterEach
	void close() throws IOException {
		this.file.discard();
		this.spool.close();
	}

	@Test
	void asManyZerosAreBehindTheEndAsOneAsksFor() throws IOException {
		this.bytes.write(1, bytes("ab"), 0);
		ByteBuffer target = bytes("xxxxxx");
		this.bytes.read(0, target);
		assertThat(target.array()).containsExactly(0, 'a', 'b', 0, 0, 0);
	}

	@Test
	void zerosMakeTheFileNoLonger() throws IOException {
		this.bytes.write(0, bytes("abcd"), 0);
		this.bytes.zero(2, 1L << 50);
		assertThat(content()).containsExactly('a', 'b', 0, 0);
		this.bytes.zero(5, 1L << 50);
		assertThat(content()).hasSize(4);
	}

	@Test
	void aWriteGoesOnWhereAFullDiskStoppedItOnceThereIsRoom() throws IOException {
		this.spool.setReserve(new SpoolReserve() {
			@Override
			public long bytes() {
				return 100;
			}

			@Override
			public boolean giveBack() {
				SpoolBytesTests.this.disk.room(100);
				return true;
			}
		});
		this.bytes.write(4, bytes("abcd"), 0);
		assertThat(content()).containsExactly(0, 0, 0, 0, 'a', 'b', 'c', 'd');
	}

	@Test
	void ofAWriteThatFailedNothingIsBehindTheEndOfTheContent() throws IOException {
		this.bytes.write(0, bytes("abcd"), 0);
		assertThatIOException().isThrownBy(() -> this.bytes.write(2, bytes("12345"), 3));
		assertThat(content()).containsExactly('a', 'b', '1');
	}

	private byte[] content() throws IOException {
		return Files.readAllBytes(this.file.path());
	}

	private static ByteBuffer bytes(String text) {
		return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
	}

}
