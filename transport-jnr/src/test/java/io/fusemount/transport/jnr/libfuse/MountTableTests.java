package io.fusemount.transport.jnr.libfuse;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MountTableTests {

	@Test
	void aLineIsTakenApart() {
		MountTable.Entry entry = MountTable
			.parse("36 35 0:53 / /mnt/two\\040words\\134 rw,noatime master:1 shared:2 - fuse.fusemount name rw");
		assertThat(entry.id()).isEqualTo(36);
		assertThat(entry.device()).isEqualTo("0:53");
		assertThat(entry.mountPoint()).isEqualTo("/mnt/two words\\");
		assertThat(entry.type()).isEqualTo("fuse.fusemount");
		assertThat(entry.isFuse()).isTrue();
	}

	@Test
	void aLineWithoutOptionalFieldsIsTakenApart() {
		MountTable.Entry entry = MountTable.parse("36 35 8:1 / / rw - ext4 /dev/sda1 rw");
		assertThat(entry.type()).isEqualTo("ext4");
		assertThat(entry.isFuse()).isFalse();
	}

}
