package io.fusemount.transport.jnr.callback;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ToldVersionTests {

	private final ToldVersion version = new ToldVersion();

	@Test
	void threadIsRefusedOnceThoughOthersAreRefusedMeanwhile() {
		assertThat(this.version.refuse(1)).isFalse();
		assertThat(this.version.refuse(2)).isFalse();
		this.version.forget();
		assertThat(this.version.refuse(1)).isTrue();
		assertThat(this.version.refuse(2)).isTrue();
	}

	@Test
	void threadIsRefusedAgainAfterItHasOpenedTheFile() {
		this.version.refuse(1);
		this.version.opened(1);
		assertThat(this.version.refuse(1)).isFalse();
	}

}
