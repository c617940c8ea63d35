package io.fusemount.transport.linux.node;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is known of the size that the kernel has.
 */
class KernelSizeTests {

	private final KernelSize size = new KernelSize();

	@Test
	void aSizeIsUnknownBeforeTheFirstAnswer() {
		assertThat(this.size.is(0)).isFalse();
		this.size.extend(5);
		assertThat(this.size.is(5)).isFalse();
		this.size.answer(5);
		assertThat(this.size.is(5)).isTrue();
	}

	@Test
	void answersWithDifferentSizesLeaveUnknownWhichTheKernelHas() {
		this.size.answer(5);
		this.size.answer(6);
		this.size.answer(6);
		assertThat(this.size.is(6)).isFalse();
		this.size.renew();
		this.size.answer(6);
		assertThat(this.size.is(6)).isTrue();
	}

	@Test
	void theKernelExtendsTheSizeItselfAndAnswersWithTheSameSizeLeaveItKnown() {
		this.size.answer(5);
		this.size.extend(3);
		assertThat(this.size.is(5)).isTrue();
		this.size.extend(9);
		assertThat(this.size.is(9)).isTrue();
		this.size.answer(9);
		this.size.compare(9);
		assertThat(this.size.is(9)).isTrue();
	}

	@Test
	void aSizeThatTheKernelSetsIsKnownWhateverWasInTransit() {
		this.size.answer(5);
		this.size.answer(6);
		this.size.extend(9);
		this.size.set(0);
		assertThat(this.size.is(0)).isTrue();
	}

	@Test
	void aSizeThatOthersHaveChangedIsDoubted() {
		this.size.answer(5);
		this.size.compare(6);
		assertThat(this.size.is(5)).isFalse();
		assertThat(this.size.is(6)).isFalse();
	}

	@Test
	void aSizeOfAnAnswerThatIsLostIsDoubted() {
		this.size.answer(5);
		this.size.extend(9);
		this.size.doubt();
		assertThat(this.size.is(9)).isFalse();
	}

}
