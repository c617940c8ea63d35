package io.fusemount.core.operation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OperationWatch}. Time passes only as the tests say: the watch's own
 * looks, one a second, are too few to count.
 */
@Timeout(60)
class OperationWatchTests {

	private static final Duration TIMEOUT = Duration.ofHours(1);

	private static final Duration LIMIT = Duration.ofHours(2);

	private static final Viewer ADMINISTRATOR = new Viewer(0, true);

	private final List<String> failures = new ArrayList<>();

	private final OperationWatch watch = new OperationWatch(new OperationListener() {

		@Override
		public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
				long elapsedNanos) {
			OperationWatchTests.this.failures.add(operation.label() + " " + subject + " " + failure.errno() + " by "
					+ Caller.currentUser() + " " + failure.hint());
		}

	}, TIMEOUT);

	private final List<Serving> threads = new ArrayList<>();

	@AfterEach
	void end() {
		this.threads.forEach(Serving::close);
	}

	@Test
	void anOperationThatDoesNotComeBackFromTheDatabaseIsAnsweredOnce() {
		Serving stuck = serving();
		stuck.begin("a.txt");
		stuck.run(ServedOperation::inDatabase);
		pass();
		assertThat(stuck.answers).containsExactly("1 ETIMEDOUT");
		assertThat(this.failures).singleElement()
			.asString()
			.startsWith("flush a.txt ETIMEDOUT by 1000 The thread serving-0 is still busy, at ");
		assertThat(this.watch.trouble(ADMINISTRATOR))
			.startsWith("The application or the database has not returned from flush of a.txt for ");
		assertThat(this.watch.trouble(new Viewer(1000, false))).doesNotContain("a.txt");
		pass();
		assertThat(stuck.answers).hasSize(1);
		assertThat(stuck.end()).isFalse();
		this.watch.look(Duration.ZERO);
		assertThat(this.watch.trouble(ADMINISTRATOR)).isNull();
		stuck.begin("b.txt");
		assertThat(stuck.end()).isTrue();
	}

	@Test
	void aCommitThatWasSentIsWaitedFor() {
		Serving committing = serving();
		committing.begin("a.txt");
		committing.run(ServedOperation::inDatabase);
		committing.run(() -> ServedOperation.committing(true));
		pass();
		pass();
		assertThat(committing.answers).isEmpty();
		committing.run(() -> ServedOperation.committing(false));
		pass();
		assertThat(committing.answers).hasSize(1);
	}

	@Test
	void eachSignOfLifeBeginsTheTimeAnew() {
		Serving slow = serving();
		slow.begin("a.txt");
		slow.run(ServedOperation::inDatabase);
		for (int i = 0; i < 3; i++) {
			this.watch.look(Duration.ZERO);
			this.watch.look(LIMIT.dividedBy(2).plusMinutes(1).minus(Duration.ofMinutes(5)));
			slow.run(ServedOperation::progressed);
		}
		assertThat(slow.answers).isEmpty();
	}

	@Test
	void workOnTheLocalDiskHasNoLimit() {
		Serving local = serving();
		local.begin("a.txt");
		pass();
		assertThat(local.answers).isEmpty();
	}

	@Test
	void anOperationMayWaitForAnOlderOneThatMakesProgress() {
		Serving storing = serving();
		storing.begin("a.txt");
		storing.run(ServedOperation::inDatabase);
		this.watch.look(Duration.ZERO);
		this.watch.look(Duration.ofMinutes(1));
		Serving waiting = serving();
		waiting.begin("a.txt");
		waiting.run(ServedOperation::waiting);
		for (int i = 0; i < 4; i++) {
			storing.run(ServedOperation::progressed);
			this.watch.look(TIMEOUT);
		}
		assertThat(waiting.answers).isEmpty();
		assertThat(storing.end()).isTrue();
		this.watch.look(Duration.ZERO);
		assertThat(waiting.answers).hasSize(1);
	}

	@Test
	void anOperationThatWaitsForOneThatIsStuckIsAnsweredToo() {
		Serving stuck = serving();
		stuck.begin("a.txt");
		stuck.run(ServedOperation::inDatabase);
		this.watch.look(Duration.ZERO);
		Serving waiting = serving();
		waiting.begin("a.txt");
		waiting.run(ServedOperation::waiting);
		pass();
		pass();
		assertThat(stuck.answers).hasSize(1);
		assertThat(waiting.answers).hasSize(1);
	}

	@Test
	void anOperationThatComesBackInTheLastMomentIsNotAnsweredTwice() {
		Serving late = serving();
		late.begin("a.txt");
		late.run(ServedOperation::inDatabase);
		late.back = true;
		pass();
		assertThat(late.answers).isEmpty();
		assertThat(this.failures).isEmpty();
		assertThat(late.end()).isTrue();
	}

	/** Lets more time pass than an operation has. */
	private void pass() {
		this.watch.look(Duration.ZERO);
		this.watch.look(LIMIT);
		this.watch.look(Duration.ZERO);
	}

	private Serving serving() {
		Serving serving = new Serving(this.threads.size());
		this.threads.add(serving);
		return serving;
	}

	/**
	 * A thread that serves operations.
	 */
	private final class Serving implements ServedOperation.Escape, AutoCloseable {

		private final List<String> answers = new ArrayList<>();

		private final ExecutorService thread;

		private volatile long number;

		private volatile boolean back;

		private ServedOperation.@Nullable Section section;

		Serving(int id) {
			this.thread = Executors.newSingleThreadExecutor((work) -> new Thread(work, "serving-" + id));
			run(() -> this.section = OperationWatchTests.this.watch.serve(this));
		}

		void run(Runnable work) {
			try {
				this.thread.submit(work).get();
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}

		void begin(String subject) {
			this.number++;
			run(() -> {
				Caller.bind(new Caller(1000, 1000, 1));
				current().begin(Operation.FLUSH, subject);
			});
		}

		boolean end() {
			boolean[] counts = new boolean[1];
			run(() -> counts[0] = current().end());
			return counts[0];
		}

		private static ServedOperation current() {
			ServedOperation current = ServedOperation.current();
			if (current == null) {
				throw new IllegalStateException("Nothing is served");
			}
			return current;
		}

		@Override
		public long request() {
			return this.number;
		}

		@Override
		public boolean abandon(long request) {
			return !this.back;
		}

		@Override
		public void answer(long request, Errno errno) {
			this.answers.add(request + " " + errno);
		}

		@Override
		public void close() {
			run(() -> {
				if (this.section != null) {
					this.section.close();
				}
			});
			this.thread.shutdown();
		}

	}

}
