package io.fusemount.data.jpa.database;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One look for many watches.
 */
@Timeout(60)
class LookoutTests {

	private final Lookout lookout = new Lookout("test-lookout");

	@Test
	void aWatchIsLookedAtWhenItIsDue() throws Exception {
		long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
		CountDownLatch looked = new CountDownLatch(1);
		this.lookout.add(watch(due, () -> {
			if (System.nanoTime() - due < 0) {
				return true;
			}
			looked.countDown();
			return false;
		}));
		looked.await();
		assertThat(System.nanoTime() - due).isNotNegative();
	}

	@Test
	void aWatchThatIsDueBeforeTheOthersDoesNotWaitForThem() throws Exception {
		CountDownLatch looked = new CountDownLatch(1);
		this.lookout.add(watch(in(Duration.ofHours(1)), () -> true));
		this.lookout.add(watch(in(Duration.ZERO), () -> {
			looked.countDown();
			return false;
		}));
		looked.await();
	}

	@Test
	void aWatchThatWantsAnotherLookGetsIt() throws Exception {
		CountDownLatch looks = new CountDownLatch(3);
		this.lookout.add(watch(in(Duration.ZERO), () -> {
			looks.countDown();
			return looks.getCount() > 0;
		}));
		looks.await();
	}

	@Test
	void aLookThatFailsIsTriedAgainAndKeepsNobodyFromOthers() throws Exception {
		CountDownLatch looks = new CountDownLatch(4);
		for (int i = 0; i < 2; i++) {
			AtomicInteger own = new AtomicInteger();
			this.lookout.add(watch(in(Duration.ZERO), () -> {
				looks.countDown();
				if (own.incrementAndGet() == 1) {
					throw new IllegalStateException("It fails once");
				}
				return false;
			}));
		}
		looks.await();
	}

	@Test
	void aWatchThatIsRemovedIsNotLookedAt() throws Exception {
		AtomicInteger looks = new AtomicInteger();
		Lookout.Watch removed = watch(in(Duration.ofMillis(50)), () -> {
			looks.incrementAndGet();
			return false;
		});
		this.lookout.add(removed);
		this.lookout.remove(removed);
		CountDownLatch later = new CountDownLatch(1);
		this.lookout.add(watch(in(Duration.ofMillis(100)), () -> {
			later.countDown();
			return false;
		}));
		later.await();
		assertThat(looks).hasValue(0);
	}

	@Test
	void itLooksAgainAfterItHadNothingToLookAt() throws Exception {
		for (int i = 0; i < 3; i++) {
			CountDownLatch looked = new CountDownLatch(1);
			this.lookout.add(watch(in(Duration.ofMillis(10)), () -> {
				looked.countDown();
				return false;
			}));
			looked.await();
			TimeUnit.MILLISECONDS.sleep(20);
		}
	}

	private static long in(Duration wait) {
		return System.nanoTime() + wait.toNanos();
	}

	private static Lookout.Watch watch(long due, Look look) {
		return new Lookout.Watch() {
			@Override
			public long due() {
				return due;
			}

			@Override
			public boolean look() {
				return look.look();
			}
		};
	}

	@FunctionalInterface
	private interface Look {

		boolean look();

	}

}
