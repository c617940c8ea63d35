package io.fusemount.core.inode;

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

}
