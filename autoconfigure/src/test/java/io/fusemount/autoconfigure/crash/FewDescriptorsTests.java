package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application has few file descriptors, and programs open many files.
 */
@EnabledIfFuse
@Timeout(600)
class FewDescriptorsTests {

	private static final int DESCRIPTORS = 400;

	private static final int FILES = 1000;

	@AutoClose
	private final Workspace workspace = new Workspace();

	@Test
	@Semantics("Programs may have more files open than the application has file descriptors.")
	void programsThatOpenManyFilesTakeNoDescriptorFromOthers() throws IOException {
		try (ChildProgram service = this.workspace.startWithDescriptors(DESCRIPTORS, this.workspace.h2Url())) {
			List<FileChannel> written = open(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
			for (int i = 0; i < FILES; i++) {
				written.get(i).write(bytes(i));
			}
			othersGoOn();
			for (FileChannel channel : written) {
				channel.close();
			}
			this.workspace.awaitAllClosed();
			List<FileChannel> read = open(StandardOpenOption.READ);
			for (int i = 0; i < FILES; i++) {
				assertThat(contentOf(read.get(i))).isEqualTo("content of " + i);
			}
			othersGoOn();
			for (FileChannel channel : read) {
				channel.close();
			}
			assertThat(service.output()).doesNotContain("Too many open files");
		}
	}

	private void othersGoOn() {
		Shell shell = Shell.in(this.workspace.files());
		shell.check("seq 100000 > other && cp other copy && cmp other copy && rm other copy");
		assertThat(shell.check("ls | wc -l").strip()).isEqualTo(String.valueOf(FILES));
	}

	private List<FileChannel> open(StandardOpenOption... options) throws IOException {
		List<FileChannel> channels = new ArrayList<>();
		for (int i = 0; i < FILES; i++) {
			channels.add(FileChannel.open(this.workspace.files().resolve("file" + i), options));
		}
		return channels;
	}

	private static ByteBuffer bytes(int number) {
		return ByteBuffer.wrap(("content of " + number).getBytes(StandardCharsets.US_ASCII));
	}

	private static String contentOf(FileChannel channel) throws IOException {
		ByteBuffer target = ByteBuffer.allocate(100);
		channel.read(target, 0);
		return new String(target.array(), 0, target.position(), StandardCharsets.US_ASCII);
	}

}
