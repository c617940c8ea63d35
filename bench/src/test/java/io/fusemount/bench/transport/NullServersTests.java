package io.fusemount.bench.transport;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;

import io.fusemount.bench.server.MountServer;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whether all servers have the same file.
 */
@EnabledIfFuse
@Timeout(60)
class NullServersTests {

	private static final int LENGTH = 10_000;

	@ParameterizedTest
	@ValueSource(classes = { TransportServer.class, JnrFuseServer.class, JnaServer.class })
	void theFileEndsWithZeros(Class<?> server) throws Exception {
		try (MountServer mount = new MountServer(server.getSimpleName(), MountServer.java(server, "-Xmx64m"),
				Zeros.NAME); FileChannel file = FileChannel.open(mount.file())) {
			assertThat(Files.size(mount.file())).isEqualTo(Zeros.SIZE);
			ByteBuffer end = ByteBuffer.wrap("x".repeat(2 * LENGTH).getBytes());
			assertThat(file.read(end, Zeros.SIZE - LENGTH)).isEqualTo(LENGTH);
			assertThat(end.flip()).isEqualTo(ByteBuffer.allocate(LENGTH));
			assertThat(mount.file().resolveSibling("other")).doesNotExist();
		}
	}

}
