package io.fusemount.data.jpa.directory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.fusemount.data.jpa.scope.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Texts are remembered without a price for directories that have none.
 */
class RememberedTextsTests {

	private final RememberedTexts texts = new RememberedTexts();

	@Test
	@Timeout(10)
	void whoRemembersNothingWaitsForNobody() throws Exception {
		synchronized (this.texts) {
			assertThat(CompletableFuture.supplyAsync(() -> {
				this.texts.remove(Scope.ALL, "a");
				return this.texts.contains(Scope.ALL, "a") || !this.texts.isEmpty();
			}).get(5, TimeUnit.SECONDS)).isFalse();
		}
	}

	@Test
	void whatIsRememberedIsForgottenOnce() {
		this.texts.add(Scope.ALL, "a");
		assertThat(this.texts.contains(Scope.ALL, "a")).isTrue();
		assertThat(this.texts.contains(Scope.ALL, "b")).isFalse();
		this.texts.remove(Scope.ALL, "a");
		assertThat(this.texts.contains(Scope.ALL, "a")).isFalse();
		assertThat(this.texts.isEmpty()).isTrue();
	}

}
