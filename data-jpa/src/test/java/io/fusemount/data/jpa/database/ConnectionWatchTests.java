package io.fusemount.data.jpa.database;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.limit.UnansweredCommits;
import io.fusemount.data.jpa.directory.texts.TextsApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When a connection is cut, and when not.
 */
@Timeout(60)
class ConnectionWatchTests {

	/** The grace that is added makes it no time at all. */
	private static final Duration AT_ONCE = Duration.ofSeconds(-5);

	@Test
	void aConnectionIsNotGivenBackWhileItIsBeingCut() throws Exception {
		Thread worker = Thread.currentThread();
		CountDownLatch cutting = new CountDownLatch(1);
		AtomicBoolean cut = new AtomicBoolean();
		try (ConnectionWatch watch = ConnectionWatch.start(connection(() -> {
			cutting.countDown();
			while (worker.getState() != Thread.State.TIMED_WAITING) {
				Thread.onSpinWait();
			}
			cut.set(true);
		}), AT_ONCE, new UnansweredCommits())) {
			cutting.await();
			watch.beforeCompletion();
			assertThat(cut).isTrue();
		}
	}

	@Test
	void whatTheApplicationDoesBeforeTheCommitMayBeCut() {
		List<TransactionSynchronization> synchronizations = new ArrayList<>();
		try (ConfigurableApplicationContext application = TestDatabase.start("jdbc:h2:mem:watch;DB_CLOSE_DELAY=-1",
				TextsApplication.class)) {
			String result = access(application).write((entityManager) -> {
				TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
					@Override
					public void beforeCommit(boolean readOnly) {
						synchronizations.addAll(TransactionSynchronizationManager.getSynchronizations());
					}
				});
				return "done";
			});
			assertThat(result).isEqualTo("done");
		}
		assertThat(synchronizations).hasSizeGreaterThan(1).last().isInstanceOf(ConnectionWatch.class);
	}

	private static DatabaseAccess access(ConfigurableApplicationContext application) {
		return TestDatabase.access(application, Duration.ofSeconds(5), new DatabasePermits(1, Duration.ZERO));
	}

	/** H2's takes no notice of being cut. */
	private static Connection connection(Runnable abort) {
		return (Connection) Proxy.newProxyInstance(ConnectionWatchTests.class.getClassLoader(),
				new Class<?>[] { Connection.class }, (proxy, method, arguments) -> {
					if (!method.getName().equals("abort")) {
						throw new UnsupportedOperationException(method.getName());
					}
					abort.run();
					return null;
				});
	}

}
