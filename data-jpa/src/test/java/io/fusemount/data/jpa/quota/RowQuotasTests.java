package io.fusemount.data.jpa.quota;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.node.RegularFile;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A transaction that would pass a quota is rolled back, on every database.
 */
class RowQuotasTests {

	static Stream<RunningShares> databases() {
		return Running.DATABASES.stream();
	}

	@BeforeEach
	void clear() {
		databases().forEach(RunningShares::clear);
	}

	private static void assertRefused(String reason, ThrowingCallable work) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(work)
			.withMessage(reason)
			.extracting(ErrnoException::errno)
			.isEqualTo(Errno.EDQUOT);
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("With `per`, files with the same value count together.")
	void theFilesOfAUserCountTogether(RunningShares shares) {
		shares.as(1001, () -> shares.create("drafts/a", 90));
		shares.as(1002, () -> {
			assertThat(shares.usage("drafts")).isEqualTo(new QuotaUsage("owner user 1002 in 'drafts'", 0, 100, 0, 3));
			shares.create("drafts/b", 90);
		});
		shares.as(1001, () -> {
			assertThat(shares.usage("drafts").leftBytes()).isEqualTo(10);
			assertRefused("The quota of owner user 1001 in 'drafts' is used up: 101 bytes are needed of 100",
					() -> shares.create("drafts/c", 11));
		});
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("A file counts for its own value, whoever changes it.")
	void aFileCountsForItsOwnerWhoeverChangesIt(RunningShares shares) {
		shares.as(1001, () -> shares.create("drafts/a", 90));
		shares.as(1002, () -> {
			shares.create("drafts/b", 100);
			RegularFile file = (RegularFile) Objects.requireNonNull(shares.directory("drafts").find(new Name("a")));
			assertThat(Objects.requireNonNull(shares.directory("drafts").quota(file)).usage().of())
				.isEqualTo("owner user 1001 in 'drafts'");
			file.update(RunningShares.changes(95));
		});
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("A limit may be a property of the associated entity.")
	void aTenantHasALimitOfItsOwn(RunningShares shares) {
		shares.tenant("acme", 100L, 2);
		shares.tenant("roomy", null, null);
		shares.create("plans/acme/a", 100);
		shares.create("plans/roomy/a", 5000);
		String acme = "tenant " + id(shares, "acme") + " in 'plans/{tenant}'";
		assertThat(shares.usage("plans/acme")).isEqualTo(new QuotaUsage(acme, 100, 100, 1, 2));
		assertThat(shares.usage("plans/roomy").leftBytes()).isEqualTo(QuotaUsage.UNLIMITED);
		assertThat(shares.directory("plans").quota(null)).as("of all tenants").isNull();
	}

	@ParameterizedTest
	@MethodSource("databases")
	void aFileThatIsMovedCountsWhereItGoes(RunningShares shares) {
		shares.tenant("acme", 100L, null);
		shares.tenant("small", 10L, 1);
		RegularFile file = shares.create("plans/acme/a", 50);
		Directory small = shares.directory("plans/small");
		assertRefused("The quota of tenant " + id(shares, "small") + " in 'plans/{tenant}' is used up: "
				+ "50 bytes are needed of 10", () -> small.rename(file, new Name("a"), null));
		RegularFile other = shares.create("plans/small/b", 1);
		assertRefused("The quota of tenant " + id(shares, "small") + " in 'plans/{tenant}' is used up: "
				+ "50 bytes are needed of 10", () -> small.rename(file, new Name("b"), other));
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("Usage is one statement, remembered for a second.")
	void usageIsMeasuredOnce(RunningShares shares) {
		RunningShares other = shares.another();
		shares.create("reports/a", 10);
		assertThat(shares.statements(() -> shares.usage("reports"))).as("the transaction has measured it").isZero();
		assertThat(other.statements(() -> other.usage("reports"))).isEqualTo(1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	@Semantics("On H2 and PostgreSQL, one that waits for another transaction of its quota counts what that one has "
			+ "stored.")
	void concurrentTransactionsDoNotPassTheQuotaTogether(RunningShares shares) throws Exception {
		assumeThat(shares.name()).as("a transaction there does not see what others commit meanwhile")
			.isNotEqualTo("MariaDB");
		CountDownLatch start = new CountDownLatch(1);
		try (Threads threads = new Threads(Executors.newFixedThreadPool(4))) {
			List<Future<Boolean>> created = IntStream.range(0, 4).mapToObj((i) -> threads.service().submit(() -> {
				start.await();
				try {
					shares.another().create("reports/" + i, 40);
					return true;
				}
				catch (ErrnoException ex) {
					assertThat(ex.errno()).isEqualTo(Errno.EDQUOT);
					return false;
				}
			})).toList();
			start.countDown();
			int stored = 0;
			for (Future<Boolean> each : created) {
				stored += each.get() ? 1 : 0;
			}
			assertThat(stored).isEqualTo(2);
		}
	}

	private static long id(RunningShares shares, String tenant) {
		return Objects.requireNonNull(new JdbcTemplate(shares.application().getBean(javax.sql.DataSource.class))
			.queryForObject("select id from tenant where name = ?", Long.class, tenant));
	}

	private record Threads(ExecutorService service) implements AutoCloseable {

		@Override
		public void close() {
			this.service.shutdownNow();
		}

	}

	/** Started with the first test, for all of the virtual machine's. */
	private static final class Running {

		static final List<RunningShares> DATABASES = RunningShares.start();

	}

}
