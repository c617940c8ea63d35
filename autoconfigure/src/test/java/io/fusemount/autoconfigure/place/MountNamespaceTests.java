package io.fusemount.autoconfigure.place;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

import io.fusemount.autoconfigure.place.MountNamespace.Audience;
import io.fusemount.core.mountinfo.MountEntry;
import io.fusemount.core.mountinfo.MountTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What tables of mounts say, as they are in services and containers. That they really are
 * so is for the tests that start an application in one.
 */
class MountNamespaceTests {

	private static final MountTable MACHINE = table("22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
			"23 22 8:2 / /srv rw,relatime shared:2 - ext4 /dev/sda2 rw");

	private static final MountTable BARE = table("22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw");

	private static MountTable table(String... lines) {
		return MountTable.parse(String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1));
	}

	private static Audience audience(MountTable own, @Nullable MountTable first, boolean contained) {
		MountNamespace namespace = new MountNamespace(own, first, contained);
		return namespace.audience(Objects.requireNonNull(namespace.below(Path.of("/srv/archive"))));
	}

	@Test
	void anOrdinaryProcessShowsItsMounts() {
		assertThat(audience(MACHINE, MACHINE, false)).isEqualTo(Audience.UNLIMITED);
		assertThat(audience(BARE, BARE, false)).as("without systemd").isEqualTo(Audience.UNLIMITED);
		assertThat(audience(BARE, null, false)).as("nothing is known").isEqualTo(Audience.UNLIMITED);
	}

	@Test
	void aServiceWithAPrivateViewKeepsItsMountsToItself() {
		MountTable slave = table("500 400 8:1 / / rw,relatime shared:300 master:1 - ext4 /dev/sda1 rw");
		assertThat(audience(slave, MACHINE, false)).isEqualTo(Audience.NAMESPACE);
		assertThat(audience(slave, null, false)).as("with ProtectProc").isEqualTo(Audience.NAMESPACE);
		assertThat(audience(table("500 400 8:1 / / rw,relatime - ext4 /dev/sda1 rw"), MACHINE, false))
			.isEqualTo(Audience.NAMESPACE);
		assertThat(audience(table("500 400 8:1 / / rw,relatime shared:300 - ext4 /dev/sda1 rw"), BARE, false))
			.isEqualTo(Audience.NAMESPACE);
	}

	@Test
	void aServiceThatSharesItsMountsShowsThem() {
		assertThat(audience(table("500 400 8:1 / / rw,relatime master:1 - ext4 /dev/sda1 rw",
				"501 500 8:2 / /srv rw,relatime shared:2 - ext4 /dev/sda2 rw"), MACHINE, false))
			.isEqualTo(Audience.UNLIMITED);
		assertThat(audience(table("500 400 8:1 / / rw,relatime shared:300 - ext4 /dev/sda1 rw"),
				table("22 1 8:1 / / rw,relatime master:300 - ext4 /dev/sda1 rw"), false))
			.isEqualTo(Audience.UNLIMITED);
	}

	@Test
	void aContainerShowsWhatIsBoundWithRshared() {
		String root = "700 600 0:50 / / rw,relatime - overlay overlay rw";
		String bound = "701 700 8:2 /archive /srv rw,relatime %s- ext4 /dev/sda2 rw";
		MountTable shared = table(root, bound.formatted("shared:2 "));
		assertThat(audience(shared, shared, true)).isEqualTo(Audience.UNLIMITED);
		assertThat(audience(shared, table("800 600 0:51 / / rw,relatime - overlay overlay rw"), true))
			.as("a pod with one namespace of processes")
			.isEqualTo(Audience.UNLIMITED);
		MountTable slave = table(root, bound.formatted("master:2 "));
		assertThat(audience(slave, slave, true)).isEqualTo(Audience.CONTAINER);
		MountTable closed = table(root, bound.formatted(""));
		assertThat(audience(closed, closed, true)).isEqualTo(Audience.CONTAINER);
		assertThat(audience(table(root), table(root), true)).isEqualTo(Audience.CONTAINER);
	}

	@Test
	void theMountItselfIsNotWhatItIsMountedOn() {
		MountTable table = table("22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw",
				"23 22 8:2 / /srv/with\\040blank rw,relatime shared:2 - ext4 /dev/sda2 rw",
				"24 23 0:60 / /srv/with\\040blank rw,relatime - fuse.fusemount files rw");
		assertThat(new MountNamespace(table, null, false).below(Path.of("/srv/with blank"))).isNotNull()
			.extracting(MountEntry::peers)
			.isEqualTo("2");
	}

}
