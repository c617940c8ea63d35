package io.fusemount.core.mountinfo;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

import static org.assertj.core.api.Assertions.assertThat;

class MountTableTests {

	private static final String ROOT = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw";

	private static MountTable table(String... lines) {
		return MountTable.parse(String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1));
	}

	private static MountEntry entry(String line) {
		return table(line).entries().get(0);
	}

	@Test
	void aLineIsTakenApart() {
		MountEntry entry = entry(
				"36 35 0:53 / /mnt/two\\040words\\134 rw,noatime master:1 shared:2 - fuse.fusemount name rw");
		assertThat(entry.id()).isEqualTo(36);
		assertThat(entry.device()).isEqualTo("0:53");
		assertThat(entry.mountPoint()).isEqualTo("/mnt/two words\\");
		assertThat(entry.path()).isEqualTo(Path.of("/mnt/two words\\"));
		assertThat(entry.type()).isEqualTo("fuse.fusemount");
		assertThat(entry.isFuse()).isTrue();
		assertThat(entry.master()).isEqualTo("1");
		assertThat(entry.peers()).isEqualTo("2");
	}

	@Test
	void aLineWithoutOptionalFieldsIsTakenApart() {
		MountEntry entry = entry("36 35 8:1 / / rw - ext4 /dev/sda1 rw");
		assertThat(entry.type()).isEqualTo("ext4");
		assertThat(entry.isFuse()).isFalse();
		assertThat(entry.peers()).isNull();
		assertThat(entry.master()).isNull();
	}

	@Test
	void whatIsMountedLastIsOnTop() {
		MountTable table = table(ROOT, "30 22 0:41 / /mnt rw - tmpfs below rw", "31 30 0:42 / /mnt rw - tmpfs above rw",
				"32 22 0:43 / /mnt/in rw - tmpfs in rw");
		assertThat(table.at(Path.of("/mnt"))).isNotNull().extracting(MountEntry::id).isEqualTo(31);
		assertThat(table.at(Path.of("/mn"))).isNull();
		assertThat(table.find(30)).isNotNull().extracting(MountEntry::device).isEqualTo("0:41");
		assertThat(table.find(33)).isNull();
	}

	@Test
	void namesOfMountsMayBeAnything() {
		MountTable table = table(ROOT, "24 23 8:3 / /srv/\\303\\274 rw,relatime shared:3 - ext4 /dev/sda3 rw",
				"25 23 8:4 / /srv/\u00fc\u00ff\rx rw,relatime shared:4 - ext4 /dev/sda4 rw",
				"26 23 8:5 / /srv/\u0000 rw,relatime shared:5 - ext4 /dev/sda5 rw",
				"27 22 8:6 / /srv/archive rw,relatime shared:2 - ext4 /dev/sda2 rw");
		assertThat(table.entries()).extracting(MountEntry::id).containsExactly(22, 24, 25, 26, 27);
		assertThat(table.at(Path.of("/srv/archive"))).isNotNull();
		assertThat(table.entries()).extracting(MountEntry::describe).contains("/srv/\u00fc");
	}

	@Test
	@EnabledIfSystemProperty(named = "sun.jnu.encoding", matches = "UTF-8")
	void aPathIsWhatItsBytesAre() {
		MountTable table = table(ROOT, "23 22 8:2 / /\u00c3\u00bc rw,relatime shared:2 - ext4 /dev/sda2 rw",
				"24 22 8:2 / /\u00fc rw,relatime shared:3 - ext4 /dev/sda2 rw");
		MountEntry entry = Objects.requireNonNull(table.at(Path.of("/\u00fc")));
		assertThat(entry.id()).isEqualTo(23);
		assertThat(entry.isAbove(Path.of("/\u00fc/archive"))).isTrue();
		assertThat(entry.isAbove(Path.of("/\u00fcber"))).isFalse();
		assertThat(entry.path()).isEqualTo(Path.of("/\u00fc"));
		assertThat(Objects.requireNonNull(table.find(24)).path()).as("no UTF-8").isNull();
	}

}
