package io.fusemount.core.revision;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnwrittenRangeTests {

	private final RuntimeException failure = new IllegalStateException("full");

	private final UnwrittenRange range = new UnwrittenRange();

	@Test
	void isEmptyAtFirst() {
		this.range.written(0, 10);
		this.range.cutOff(5);
		assertThat(this.range.failure()).isNull();
	}

	@Test
	void isFilledByTryingAgainInPieces() {
		this.range.failed(100, 200, this.failure);
		assertThat(this.range.failure()).isSameAs(this.failure);
		this.range.written(90, 150);
		assertThat(this.range.failure()).isSameAs(this.failure);
		this.range.written(150, 200);
		assertThat(this.range.failure()).isNull();
	}

	@Test
	void isNotFilledByWritesElsewhere() {
		this.range.failed(100, 200, this.failure);
		this.range.written(0, 100);
		this.range.written(150, 300);
		this.range.cutOff(250);
		assertThat(this.range.failure()).isSameAs(this.failure);
	}

	@Test
	void endsWhereTheFileIsCutOff() {
		this.range.failed(100, 200, this.failure);
		this.range.cutOff(100);
		assertThat(this.range.failure()).isNull();
		this.range.failed(300, 400, this.failure);
		assertThat(this.range.failure()).isSameAs(this.failure);
	}

	@Test
	void isFilledInAnyOrder() {
		this.range.failed(100, 200, this.failure);
		this.range.failed(1000, 1100, this.failure);
		this.range.written(1000, 1100);
		this.range.written(150, 200);
		this.range.written(120, 130);
		assertThat(this.range.failure()).isSameAs(this.failure);
		this.range.written(100, 150);
		assertThat(this.range.failure()).isNull();
	}

	@Test
	void spansAllThatFailed() {
		this.range.failed(300, 400, this.failure);
		this.range.failed(100, 200, this.failure);
		this.range.written(100, 200);
		assertThat(this.range.failure()).isSameAs(this.failure);
		this.range.written(200, 400);
		assertThat(this.range.failure()).isNull();
	}

}
