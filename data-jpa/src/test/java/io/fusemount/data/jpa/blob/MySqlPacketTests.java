package io.fusemount.data.jpa.blob;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * What fits into a statement of at most 1 MiB.
 */
class MySqlPacketTests {

	private static final int MAX_PACKET = 1 << 20;

	@ParameterizedTest
	@CsvSource({ "a, true, 983040", "a, false, 983040", "0, true, 491520", "0, false, 983040", "39, true, 491520",
			"34, true, 491520", "92, true, 491520" })
	void contentThatFitsIsTakenAndOneByteMoreIsNot(String of, boolean escaping, int room) {
		byte value = (byte) (of.equals("a") ? 'a' : Integer.parseInt(of));
		MySqlPacket packet = new MySqlPacket(new MySqlServer(MAX_PACKET, escaping, 1));
		assertThatNoException().isThrownBy(() -> packet.requireRoomFor(source(room, value)));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> packet.requireRoomFor(source(room + 1, value)))
			.withMessageContaining("max_allowed_packet = 1048576")
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EFBIG))
			.satisfies((failure) -> assertThat(failure.hint()).contains("Raise max_allowed_packet"));
	}

	private static ContentSource source(int size, byte value) {
		byte[] bytes = new byte[size];
		Arrays.fill(bytes, value);
		return new ContentSource() {

			@Override
			public long size() {
				return size;
			}

			@Override
			public InputStream openStream() {
				return new ByteArrayInputStream(bytes);
			}

		};
	}

}
