package io.fusemount.transport.linux.notice;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.libc.LibC;
import jnr.ffi.LastError;
import jnr.ffi.Runtime;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

/**
 * The notices to a kernel that gives the answers defined here.
 */
@Timeout(60)
class NotifierTests {

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	/** The next answers of the kernel; success after the last one. */
	private final Queue<Errno> answers = new ConcurrentLinkedQueue<>();

	private final AtomicInteger told = new AtomicInteger();

	/** The number of notices that the kernel may still take. */
	private final Semaphore open = new Semaphore(1000);

	private Notifier notifier;

	@BeforeEach
	void start() {
		LibC kernel = (LibC) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { LibC.class },
				(proxy, method, arguments) -> {
					assertThat(method.getName()).isEqualTo("writev");
					this.told.incrementAndGet();
					this.open.acquire();
					Errno answer = this.answers.poll();
					if (answer == null) {
						return 1L;
					}
					LastError.setLastError(Runtime.getSystemRuntime(), answer.code());
					return -1L;
				});
		this.notifier = new Notifier("test", kernel, 0);
	}

	@AfterEach
	void close() {
		this.notifier.close();
		this.notifier.awaitEnd(PATIENCE);
	}

	@Test
	void whatTheKernelDoesNotKnowYetIsToldOnceMoreUntilItKnowsIt() {
		this.answers.add(Errno.ENOENT);
		this.answers.add(Errno.ENOENT);
		this.notifier.attributes(7);
		this.notifier.await(PATIENCE);
		Awaitility.await().untilAsserted(() -> assertThat(this.told).hasValue(3));
		this.notifier.attributes(8);
		this.notifier.await(PATIENCE);
		assertThat(this.told).hasValue(4);
	}

	@Test
	void whatTheKernelHasForgottenIsNotToldForEver() {
		for (int i = 0; i < 100; i++) {
			this.answers.add(Errno.ENOENT);
		}
		this.notifier.attributes(7);
		Awaitility.await().during(Duration.ofMillis(1500)).untilAsserted(() -> assertThat(this.told).hasValue(5));
	}

	@Test
	void whatAnotherThreadTellsIsNotToldAgainAndNobodyWaitsForIt() {
		int permits = this.open.drainPermits();
		this.notifier.attributes(7);
		Awaitility.await().untilAsserted(() -> assertThat(this.told).hasValue(1));
		this.notifier.attributes(8);
		this.notifier.withdraw(8);
		this.open.release(permits);
		assertTimeout(PATIENCE.dividedBy(2), () -> this.notifier.await(PATIENCE));
		assertThat(this.told).as("of 7").hasValue(1);
		this.notifier.attributes(8);
		this.notifier.await(PATIENCE);
		assertThat(this.told).as("of a change since").hasValue(2);
	}

}
