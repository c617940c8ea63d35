package io.fusemount.autoconfigure.place;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PropagationTests {

	@Test
	void aServiceWithAPrivateViewKeepsItsMountsToItself() {
		Propagation table = new Propagation(
				List.of("500 400 8:1 / / rw,relatime shared:300 master:1 - ext4 /dev/sda1 rw",
						"501 500 8:2 / /srv rw,relatime shared:12 - ext4 /dev/sda2 rw",
						"502 500 0:30 / /srv/with\\040blank rw master:7 propagate_from:2 - tmpfs tmpfs rw"));
		assertThat(table.isOneWay(Path.of("/home/archive"))).isTrue();
		assertThat(table.isOneWay(Path.of("/srv/archive"))).isFalse();
		assertThat(table.isOneWay(Path.of("/srv/with blank/archive"))).isTrue();
	}

	@Test
	void anOrdinaryProcessShowsThem() {
		assertThat(new Propagation(List.of("22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw"))
			.isOneWay(Path.of("/srv"))).isFalse();
		assertThat(new Propagation(List.of("22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw")).isOneWay(Path.of("/srv")))
			.isFalse();
	}

}
