package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.linux.notice.NameNotices;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The first request, as kernels of several ages send it.
 */
class NegotiationTests {

	private static final int ALL = -1;

	private static final int MAX_PAGES = 1 << 22;

	private static final int INIT_EXT = 1 << 30;

	private static final int PASSTHROUGH = 1 << 5;

	private static final int EPROTO = 71;

	private final Exchange exchange = Exchange.create(8192, 8192);

	private final Negotiation negotiation = new Negotiation(32, 4096, new NameNotices());

	private @Nullable String ringComplaint;

	private boolean passthrough;

	@AfterEach
	void free() {
		this.exchange.free();
	}

	@Test
	void aNewKernelIsAskedForLargeRequests() {
		ByteBuffer answer = meet(7, 44, ALL);
		assertThat(answer.getInt(0)).isEqualTo(7);
		assertThat(answer.getInt(12) & MAX_PAGES).isNotZero();
		assertThat(answer.getInt(20)).as("max_write").isEqualTo(1 << 20);
		assertThat(answer.getShort(28)).as("max_pages").isEqualTo((short) 256);
	}

	@Test
	void theKernelKeepsBackNoRequestsAndReadsAheadWhatWorkersCanHaveWhileTheyWait() {
		ByteBuffer answer = meet(7, 44, ALL);
		assertThat(answer.getShort(16)).as("max_background").isEqualTo((short) 0xFFFF);
		assertThat(answer.getShort(18)).as("congestion_threshold").isEqualTo((short) (4 * 32));
	}

	@Test
	void theKernelReadsAheadNoMoreThanItCanCount() {
		assertThat(serve(new Negotiation(20_000, 4096, new NameNotices()), 7, 44, ALL)).isZero();
		ByteBuffer answer = this.exchange.answer().body().order(ByteOrder.nativeOrder());
		assertThat(answer.getShort(18)).as("congestion_threshold").isEqualTo((short) 0xFFFF);
	}

	@Test
	void aKernelWithLargePagesReadsNoMoreAtOnce() {
		assertThat(serve(new Negotiation(32, 1 << 16, new NameNotices()), 7, 44, ALL)).isZero();
		ByteBuffer answer = this.exchange.answer().body().order(ByteOrder.nativeOrder());
		assertThat(answer.getInt(20)).as("max_write").isEqualTo(1 << 20);
		assertThat(answer.getShort(28)).as("max_pages").isEqualTo((short) 16);
		assertThat(Negotiation.maxAnswer(1 << 16)).as("32 pages, as without MAX_PAGES").isEqualTo(2 << 20);
		assertThat(Negotiation.maxAnswer(4096)).isEqualTo(1 << 20);
	}

	@ParameterizedTest
	@ValueSource(ints = { 23, 27, 31 })
	void anOldKernelIsAskedForNothingThatItDoesNotOffer(int minor) {
		int offered = 1 | 1 << 3 | 1 << 5;
		ByteBuffer answer = meet(7, minor, offered);
		assertThat(answer.getInt(12)).isEqualTo(offered);
		assertThat(answer.getInt(20)).as("max_write").isEqualTo(128 * 1024);
		assertThat(answer.getInt(32)).as("flags of the second word").isZero();
	}

	@Test
	void theSecondWordCountsOnlyWhereThereIsOne() {
		assertThat(meet(7, 31, ALL & ~INIT_EXT).getInt(32)).isZero();
	}

	@Test
	void theKernelIsAskedToReadLocalFilesIfThereAreAny() {
		assertThat(meet(7, 44, ALL).getInt(32) & PASSTHROUGH).isZero();
		assertThat(this.negotiation.isPassthrough()).isFalse();
		this.passthrough = true;
		ByteBuffer answer = meet(7, 44, ALL);
		assertThat(answer.getInt(32) & PASSTHROUGH).isNotZero();
		assertThat(answer.getInt(36)).as("max_stack_depth").isEqualTo(1);
		assertThat(this.negotiation.isPassthrough()).isTrue();
	}

	@Test
	void aKernelThatCannotReadLocalFilesIsNotAskedTo() {
		this.passthrough = true;
		assertThat(meet(7, 31, ALL & ~INIT_EXT).getInt(36)).isZero();
		assertThat(this.negotiation.isPassthrough()).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "7,22", "7,8", "6,40" })
	void aKernelThatIsTooOldIsRefusedInWords(int major, int minor) {
		assertThat(serve(major, minor, ALL)).isEqualTo(-EPROTO);
		assertThat(this.negotiation.refusal())
			.isEqualTo("The kernel speaks version %d.%d of FUSE, and not 7.23 (Linux 3.15)".formatted(major, minor));
	}

	@Test
	void aKernelOfALaterVersionIsToldThisOne() {
		ByteBuffer answer = meet(8, 0, ALL);
		assertThat(answer.getInt(0)).isEqualTo(7);
		assertThat(answer.getInt(12)).isZero();
		assertThat(this.negotiation.refusal()).isNull();
	}

	private ByteBuffer meet(int major, int minor, int flags) {
		assertThat(serve(major, minor, flags)).isZero();
		return this.exchange.answer().body().order(ByteOrder.nativeOrder());
	}

	private int serve(int major, int minor, int flags) {
		return serve(this.negotiation, major, minor, flags);
	}

	private int serve(Negotiation asked, int major, int minor, int flags) {
		long body = this.exchange.request().address() + FuseProtocol.IN_HEADER_SIZE;
		MemoryIO memory = MemoryIO.getInstance();
		memory.putInt(body, major);
		memory.putInt(body + 4, minor);
		memory.putInt(body + 8, 1 << 17);
		memory.putInt(body + 12, flags);
		memory.putInt(body + 16, ALL);
		this.exchange.answer().begin();
		return asked.meet(this.exchange, () -> this.ringComplaint, this.passthrough);
	}

}
