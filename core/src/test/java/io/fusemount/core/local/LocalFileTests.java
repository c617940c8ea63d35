package io.fusemount.core.local;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LocalFileTests {

	private final List<String> done = new ArrayList<>();

	private final LocalFile file = new LocalFile(Path.of("file"), 10, () -> this.done.add("damaged"));

	@Test
	void whoHasItOpenIsToldOnceWhenItIsDropped() {
		assertThat(this.file.onDrop(() -> this.done.add("closed"))).isTrue();
		assertThat(this.done).isEmpty();
		this.file.drop();
		this.file.drop();
		assertThat(this.done).containsExactly("closed");
	}

	@Test
	void theOwnerIsToldOfDamage() {
		this.file.damaged();
		assertThat(this.done).containsExactly("damaged");
	}

	@Test
	void whoComesLateIsToldAtOnceThatHeIsLate() {
		this.file.drop();
		assertThat(this.file.onDrop(() -> this.done.add("closed"))).isFalse();
		assertThat(this.done).isEmpty();
	}

}
