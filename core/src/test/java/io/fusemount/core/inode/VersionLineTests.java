package io.fusemount.core.inode;

import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VersionLineTests {

	private final VersionLine line = new VersionLine();

	@Test
	void outdatedSnapshotBecomesTheNewestVersion() {
		this.line.add(version(1), version(2));
		this.line.add(version(2), version(3));
		assertThat(this.line.newest(version(1))).isEqualTo(version(3));
		assertThat(this.line.newest(version(4))).isEqualTo(version(4));
	}

	@Test
	void versionThatTheDatabaseHasGoneBackToIsTheNewestAgain() {
		this.line.add(version(1), version(2));
		this.line.refute(version(2));
		assertThat(this.line.newest(version(1))).isEqualTo(version(1));
	}

	@Test
	void olderVersionsMayBeStale() {
		this.line.add(version(1), version(2));
		this.line.refute(version(1));
		assertThat(this.line.newest(version(1))).isEqualTo(version(2));
	}

	private static RegularFile version(int number) {
		return new Version(number);
	}

}
