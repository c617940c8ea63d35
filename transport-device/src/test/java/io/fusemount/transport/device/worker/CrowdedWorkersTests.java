package io.fusemount.transport.device.worker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.limit.BlockingSection;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two workers, and up to six more while others wait, beside a user with many programs.
 */
@Timeout(120)
class CrowdedWorkersTests {

	private static final int WORKERS = 2;

	private static final int MANY = 1001;

	private static final int OTHER = 1002;

	private static final int LENGTH = 64;

	/** What the kernel has to say, in the order in which programs have come. */
	private final BlockingQueue<byte[]> kernel = new LinkedBlockingQueue<>();

	/** The numbers of the requests in the order in which they are begun. */
	private final BlockingQueue<Long> begun = new LinkedBlockingQueue<>();

	/** The numbers of the requests whose work fails in a way that nobody expects. */
	private final Set<Long> failing = ConcurrentHashMap.newKeySet();

	private final Map<Long, CountDownLatch> answers = new ConcurrentHashMap<>();

	private final CountDownLatch ended = new CountDownLatch(1);

	private final WorkerPool pool = new WorkerPool("test", new Server(), WORKERS, 1,
			new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
			}).watch(), this.ended::countDown);

	@AfterEach
	void stop() throws InterruptedException {
		this.pool.stop();
		this.answers.values().forEach(CountDownLatch::countDown);
		for (int i = 0; i < WORKERS * 4; i++) {
			this.kernel.add(new byte[0]);
		}
		assertThat(this.ended.await(60, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void oneUserWithAThousandProgramsLeavesWorkersToOthers() throws InterruptedException {
		for (int number = 1; number <= 1000; number++) {
			ask(MANY, number);
		}
		// Two as long as there is room for everybody, and half of the four that are left.
		assertBegun(1, 2, 3, 4);
		awaitRead();
		ask(OTHER, 2001);
		ask(OTHER, 2002);
		assertBegun(2001, 2002);
		awaitRead();
		assertThat(this.begun).isEmpty();
	}

	@Test
	void waitingRequestsAreServedInTurns() throws InterruptedException {
		for (int number = 1; number <= 8; number++) {
			ask(MANY, number);
		}
		assertBegun(1, 2, 3, 4);
		for (int number = 11; number <= 14; number++) {
			ask(OTHER, number);
		}
		assertBegun(11, 12);
		awaitRead();
		answer(3);
		assertBegun(5);
		answer(11);
		assertBegun(13);
		answer(4);
		assertBegun(6);
		answer(13);
		assertBegun(14);
		answer(5);
		answer(6);
		assertThat(this.begun.take() + this.begun.take()).isEqualTo(7 + 8);
	}

	@Test
	void aFailureThatNobodyExpectsTakesNeitherTheWorkerNorItsPlace() throws InterruptedException {
		this.failing.addAll(List.of(3L, 4L));
		for (int number = 1; number <= 8; number++) {
			ask(MANY, number);
		}
		assertBegun(1, 2, 3, 4);
		awaitRead();
		answer(3);
		assertBegun(5);
		answer(4);
		assertBegun(6);
	}

	@Test
	void whatNobodyWaitsForIsServedAtOnce() throws InterruptedException {
		for (int number = 1; number <= 10; number++) {
			ask(MANY, number);
		}
		assertBegun(1, 2, 3, 4);
		ask(MANY, 99, FuseProtocol.FORGET);
		assertBegun(99);
	}

	private void assertBegun(long... numbers) throws InterruptedException {
		long[] found = new long[numbers.length];
		for (int i = 0; i < numbers.length; i++) {
			found[i] = this.begun.take();
		}
		assertThat(found).containsExactlyInAnyOrder(numbers);
	}

	/** Everything has been read: the kernel's queue holds up nobody. */
	private void awaitRead() throws InterruptedException {
		while (!this.kernel.isEmpty() || this.pool.load().active() > this.pool.load().waiting()) {
			if (Thread.interrupted()) {
				throw new InterruptedException("The kernel's queue is not read");
			}
			Thread.onSpinWait();
		}
	}

	private void ask(int user, long number) {
		ask(user, number, FuseProtocol.LOOKUP);
	}

	private void ask(int user, long number, int opcode) {
		this.answers.put(number, new CountDownLatch(1));
		this.kernel.add(ByteBuffer.allocate(LENGTH)
			.order(ByteOrder.nativeOrder())
			.putInt(FuseProtocol.IN_OPCODE, opcode)
			.putInt(FuseProtocol.IN_UID, user)
			.putLong(FuseProtocol.IN_UNIQUE, number)
			.array());
	}

	private CountDownLatch waitingFor(long number) {
		return Objects.requireNonNull(this.answers.get(number));
	}

	private void answer(long number) {
		waitingFor(number).countDown();
	}

	private final class Server implements RequestServer {

		@Override
		public RequestThread open() {
			return new Serving();
		}

		@Override
		public void close() {
		}

		@Override
		public void releaseHandles() {
		}

	}

	/** Each request waits until the test answers it. */
	private final class Serving implements RequestThread {

		private final ByteBuffer request = ByteBuffer.allocate(LENGTH).order(ByteOrder.nativeOrder());

		@Override
		public int receive() {
			try {
				byte[] next = CrowdedWorkersTests.this.kernel.take();
				this.request.put(0, next);
				return next.length;
			}
			catch (InterruptedException ex) {
				return 0;
			}
		}

		private long number() {
			return this.request.getLong(FuseProtocol.IN_UNIQUE);
		}

		@Override
		public void serve(int length) {
			try (BlockingSection.Scope section = BlockingSection.openLong()) {
				CrowdedWorkersTests.this.begun.add(number());
				waitingFor(number()).await();
				if (CrowdedWorkersTests.this.failing.contains(number())) {
					throw new NoClassDefFoundError("of request " + number());
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public ByteBuffer request() {
			return this.request;
		}

		@Override
		public void answer(long number, Errno errno) {
		}

		@Override
		public void close() {
		}

	}

}
