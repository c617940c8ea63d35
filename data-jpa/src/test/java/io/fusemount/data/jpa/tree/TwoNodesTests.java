package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.Race;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.data.jpa.claims.Claims;
import io.fusemount.data.jpa.support.ObservedTransactionManager;
import io.fusemount.data.jpa.support.Postgres;
import io.fusemount.data.jpa.support.Statements;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names that two nodes make at one moment in directories that come from paths with
 * variables, whether a constraint keeps them apart or a lock.
 */
@Timeout(600)
class TwoNodesTests {

	private static final List<Nodes> DATABASES = new ArrayList<>();

	/** Two nodes on one database. */
	record Nodes(RunningClaims here, RunningClaims there, @Nullable String waiting) {

		static Nodes start(String name, String url, @Nullable String waiting) {
			return new Nodes(RunningClaims.start(name, url), RunningClaims.join(name, url), waiting);
		}

		Gate hold() {
			return this.here.application().getBean(ObservedTransactionManager.class).holdBeforeCommit();
		}

		boolean isWaiting(Thread thread) {
			if (this.waiting == null) {
				// H2 tries again and again where a constraint is in the way.
				return thread.getState() == Thread.State.TIMED_WAITING
						|| statements().all().stream().anyMatch((sql) -> sql.startsWith("insert"));
			}
			Long count = this.here.jdbc().queryForObject(this.waiting, Long.class);
			return count != null && count > 0;
		}

		private Statements statements() {
			return this.there.application().getBean(Statements.class);
		}

		void race(Runnable first, Runnable second, @Nullable Errno expected) throws Exception {
			statements().clear();
			assertThat(Race.run(hold(), first, second, this::isWaiting)).isEqualTo(new Race(null, expected));
		}

		long count(String table, String name) {
			Long count = this.here.jdbc()
				.queryForObject("select count(*) from " + table + " where name = ?", Long.class, name);
			return (count != null) ? count : 0;
		}

		@Override
		public String toString() {
			return this.here.name();
		}

	}

	@BeforeAll
	static void start() {
		DATABASES.add(Nodes.start("H2", "jdbc:h2:mem:claimsoftwo;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000", null));
		DATABASES.add(Nodes.start("PostgreSQL", Postgres.createDatabase("claimsoftwo"),
				"select count(*) from pg_locks where not granted"));
		if (MariaDbServer.isInstalled()) {
			DATABASES
				.add(Nodes.start("MariaDB", MariaDbServer.shared().createDatabase("claimsoftwo", MariaDbServer.EXACT),
						"select (select count(*) from information_schema.processlist where state = 'User lock')"
								+ " + (select cast(variable_value as unsigned) from information_schema.global_status "
								+ "where variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS')"));
		}
	}

	@AfterAll
	static void stop() {
		DATABASES.forEach((nodes) -> {
			nodes.there().application().close();
			nodes.here().application().close();
		});
	}

	static Stream<Nodes> databases() {
		return DATABASES.stream();
	}

	/** Everything as it was, and a customer and a claim. */
	private static void prepare(Nodes nodes) {
		nodes.here().application().getBean(ObservedTransactionManager.class).reset();
		nodes.here().clear();
		Claims.Customer customer = new Claims.Customer();
		customer.name = "ACME";
		nodes.here().save(customer);
		Claims.Claim claim = new Claims.Claim();
		claim.number = "C-17";
		nodes.here().save(claim);
	}

	/** Creates a file of the name {@code x} on both nodes. */
	private static void create(Nodes nodes, String directory, String table) throws Exception {
		prepare(nodes);
		nodes.race(() -> nodes.here().create(directory + "/x", "here"),
				() -> nodes.there().create(directory + "/x", "there"), Errno.EEXIST);
		assertThat(nodes.count(table, "x")).isEqualTo(1);
		assertThat(nodes.there().read(directory + "/x")).isEqualTo("here");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneOfTwoCreatesAFileWhereAConstraintKeepsItsNameApart(Nodes nodes) throws Exception {
		create(nodes, "claims/C-17", "attachment");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneOfTwoCreatesAFileWhereNoConstraintDoes(Nodes nodes) throws Exception {
		create(nodes, "customers/ACME/letters", "letter");
		create(nodes, "mixed/ACME", "photo");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneOfTwoCreatesAFileInADirectoryOfValues(Nodes nodes) throws Exception {
		prepare(nodes);
		for (RunningClaims node : List.of(nodes.here(), nodes.there())) {
			node.directory("kinds").createDirectory(new Name("plan"), Ownership.NONE);
			node.directory("kinds/plan").createDirectory(new Name("2025"), Ownership.NONE);
		}
		nodes.race(() -> nodes.here().create("kinds/plan/2025/x", "here"),
				() -> nodes.there().create("kinds/plan/2025/x", "there"), Errno.EEXIST);
		assertThat(nodes.count("letter", "x")).isEqualTo(1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneOfTwoGivesAFileAName(Nodes nodes) throws Exception {
		prepare(nodes);
		RegularFile one = nodes.here().create("customers/ACME/letters/a", "a");
		nodes.here().create("customers/ACME/letters/b", "b");
		RegularFile other = nodes.there().file("customers/ACME/letters/b");
		nodes.race(() -> nodes.here().directory("customers/ACME/letters").rename(one, new Name("x"), null),
				() -> nodes.there().directory("customers/ACME/letters").rename(other, new Name("x"), null),
				Errno.EEXIST);
		assertThat(nodes.count("letter", "x")).isEqualTo(1);
		assertThat(nodes.count("letter", "b")).isEqualTo(1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneOfTwoMovesAFileToAName(Nodes nodes) throws Exception {
		prepare(nodes);
		Claims.Letter lost = new Claims.Letter();
		lost.name = "lost";
		lost.fill("lost");
		nodes.here().save(lost);
		RegularFile file = nodes.there().file("customers/(none)/letters/lost");
		nodes.race(() -> nodes.here().create("customers/ACME/letters/x", "here"),
				() -> nodes.there().directory("customers/ACME/letters").rename(file, new Name("x"), null),
				Errno.EEXIST);
		assertThat(nodes.count("letter", "x")).isEqualTo(1);
		assertThat(nodes.there().list("customers/(none)/letters")).containsExactly("lost");
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneOfTwoMakesADirectoryThatIsARow(Nodes nodes) throws Exception {
		prepare(nodes);
		nodes.race(() -> nodes.here().directory("customers").createDirectory(new Name("x"), Ownership.NONE),
				() -> nodes.there().directory("customers").createDirectory(new Name("x"), Ownership.NONE),
				Errno.EEXIST);
		assertThat(nodes.count("customer", "x")).isEqualTo(1);
	}

	@ParameterizedTest
	@MethodSource("databases")
	void oneNameInTwoDirectoriesIsTwoNames(Nodes nodes) throws Exception {
		prepare(nodes);
		nodes.race(() -> nodes.here().create("customers/ACME/letters/x", "here"),
				() -> nodes.there().create("mixed/ACME/x", "there"), null);
		assertThat(nodes.count("letter", "x")).isEqualTo(1);
		assertThat(nodes.count("photo", "x")).isEqualTo(1);
	}

}
