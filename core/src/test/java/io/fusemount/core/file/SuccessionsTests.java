package io.fusemount.core.file;

import java.time.Instant;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SuccessionsTests {

	private final Successions successions = new Successions();

	@Test
	void outdatedSnapshotBecomesTheNewestVersion() {
		this.successions.add(version(1), version(2));
		this.successions.add(version(2), version(3));
		assertThat(this.successions.newest(version(1))).isEqualTo(version(3));
		assertThat(this.successions.newest(version(4))).isEqualTo(version(4));
	}

	@Test
	void versionThatTheDatabaseHasGoneBackToIsTheNewestAgain() {
		this.successions.add(version(1), version(2));
		this.successions.forget(version(2));
		assertThat(this.successions.newest(version(1))).isEqualTo(version(1));
	}

	@Test
	void olderVersionsMayBeStale() {
		this.successions.add(version(1), version(2));
		this.successions.forget(version(1));
		assertThat(this.successions.newest(version(1))).isEqualTo(version(2));
	}

	private static RegularFile version(int number) {
		return new Version(number);
	}

	private record Version(int number) implements RegularFile {

		@Override
		public NodeKey key() {
			return new NodeKey("files", "1");
		}

		@Override
		public Attributes attributes() {
			return new Attributes(0, Instant.EPOCH, Instant.EPOCH, true);
		}

		@Override
		public Content content() {
			return (position, target) -> 0;
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return other instanceof Version version && version.number == this.number;
		}

	}

}
