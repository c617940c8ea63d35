package io.fusemount.data.jpa.refusals;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.failure.CauseText;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.Viewer;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.creation.FileInitializer;
import io.fusemount.data.jpa.support.TestDatabase;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What users and administrators read of a refusal of the database, each as it comes from
 * the server.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class AbstractRefusalsTests {

	private static final Instant NOW = Instant.parse("2026-11-29T08:00:00Z");

	private static final NodeKey FILE = new NodeKey("Zettel", "1");

	static final String UNKNOWN = "A rule of the database refuses it; the application's log says which";

	private ConfigurableApplicationContext application;

	private JdbcTemplate jdbc;

	private Directory directory;

	private ErrnoTranslators translators;

	@EnableJpaRepositories(considerNestedRepositories = true)
	static class Configuration {

		/** The name of a file says which rule it breaks. */
		@Bean
		FileInitializer<Zettel> initializer() {
			return (zettel, file) -> {
				switch (file.name().replaceAll("[0-9]", "")) {
					case "taken" -> zettel.regal = 1;
					case "missing" -> zettel.besitzer = null;
					case "nobody" -> zettel.besitzer = "nix";
					case "long" -> zettel.besitzer = "eine Behörde";
					case "orphan" -> zettel.vorher = -1L;
					default -> {
					}
				}
			};
		}

	}

	/** Returns the URL of an empty database, with a short time for waiting for a lock. */
	abstract String url();

	/** Returns statements for triggers that raise what the rules are, and the rest. */
	abstract List<String> rules();

	/** Returns a connection of a user who may do nothing to the table. */
	abstract Connection stranger(JdbcTemplate owner) throws SQLException;

	/** Returns what users read of the rule for the names. */
	String nameReason() {
		return "A rule of the database refuses the name";
	}

	/** Returns what the database says of the rule for the names. */
	abstract String nameRule();

	@BeforeAll
	void start() {
		this.application = TestDatabase.start(url(), Zettel.class, Configuration.class);
		this.jdbc = new JdbcTemplate(this.application.getBean(DataSource.class));
		rules().forEach(this.jdbc::execute);
		this.jdbc.execute("alter table zettel add constraint regel_besitzer check (besitzer <> 'nix')");
		this.jdbc.execute("alter table zettel add constraint regel_regal unique (regal)");
		this.jdbc.execute("alter table zettel add constraint regel_vorher foreign key (vorher) references zettel (id)");
		JpaDirectories directories = new JpaDirectories(this.application.getBeanFactory(), JpaSettings.defaults(),
				new DatabasePermits(2, Duration.ofSeconds(10)));
		this.directory = Objects.requireNonNull(directories.directories().get("zettel"));
		this.translators = new ErrnoTranslators(List.of(directories.errnoTranslator()));
	}

	@AfterAll
	void stop() {
		this.application.close();
	}

	@BeforeEach
	void empty() {
		this.jdbc.execute("update zettel set vorher = null");
		this.jdbc.execute("delete from zettel");
	}

	@Test
	@Semantics("What a trigger or procedure of the database raises is a rule of the application: EINVAL, EPERM for a "
			+ "rename, with its message alone.")
	void whatATriggerRaisesIsARuleOfTheApplicationWithItsMessageAlone() {
		assertRefused(() -> create("sunday"), Errno.EINVAL, "Nothing is stored on sundays", "zettel");
		RegularFile file = create("monday");
		assertRefused(() -> this.directory.rename(file, new Name("sunday"), null), Errno.EINVAL,
				"Nothing is stored on sundays", "zettel");
		assertRefused(() -> create("holiday"), Errno.EINVAL, "Nothing is stored on holidays", "zettel");
	}

	@Test
	void takenNameIsSaidToBeTaken() {
		create("a");
		assertRefused(() -> create("a"), Errno.EEXIST, "Another file has this name already", "name");
	}

	@Test
	void anotherValueThatIsTakenIsNotTheName() {
		create("taken1");
		assertRefused(() -> create("taken2"), Errno.EINVAL, "A value that must be unique is taken", "regel_regal");
	}

	@Test
	void missingValueIsMissing() {
		assertRefused(() -> create("missing"), Errno.EINVAL, "A value that must be there is missing", "besitzer");
	}

	@Test
	void ruleOfTheDatabaseSaysWhetherItIsAboutTheName() {
		assertRefused(() -> create("nobody"), Errno.EINVAL, UNKNOWN, "regel_besitzer");
		assertRefused(() -> create("forbidden"), Errno.EINVAL, nameReason(), nameRule());
		assertRefused(() -> create("orphan"), Errno.EINVAL, UNKNOWN, "regel_vorher");
	}

	@Test
	void rowThatOthersReferToIsNeeded() {
		RegularFile file = create("a");
		create("b");
		this.jdbc.update("update zettel set vorher = (select id from (select id from zettel where name = 'a') a) "
				+ "where name = 'b'");
		assertRefused(() -> this.directory.delete(file), Errno.EBUSY,
				"The application still needs it: other rows refer to it", "regel_vorher");
	}

	@Test
	void valueThatIsTooLongIsToldWithoutItsColumn() {
		ErrnoException refusal = refusal(() -> create("long"));
		assertThat(refusal.errno()).isIn(Errno.ENAMETOOLONG, Errno.EFBIG);
		assertPlain(refusal, (refusal.errno() == Errno.EFBIG) ? "The content, or another value, is too long"
				: "The name, or another text, is too long", "too long");
	}

	@Test
	void rowThatSomebodyElseHoldsIsBusy() throws SQLException {
		RegularFile file = create("a");
		try (Connection other = connection(); Statement statement = other.createStatement()) {
			other.setAutoCommit(false);
			statement.execute("update zettel set regal = 7");
			assertRefused(() -> this.directory.delete(file), Errno.EAGAIN, "The database is busy; try again", "");
			other.rollback();
		}
	}

	@Test
	@Semantics("Statements, exceptions, and the names of tables, columns and constraints are in the log only.")
	void whatTheDatabaseSaysOfAFaultIsForTheLogOnly() {
		this.jdbc.execute("alter table zettel rename to verschollen");
		try {
			assertRefused(() -> create("a"), Errno.EIO, "The database refused it; the application's log says more",
					"zettel");
		}
		finally {
			this.jdbc.execute("alter table verschollen rename to zettel");
		}
	}

	@Test
	void databaseThatDoesNotPermitItIsNoPermission() throws SQLException {
		try (Connection stranger = stranger(this.jdbc); Statement statement = stranger.createStatement()) {
			assertRefused(() -> statement.execute("delete from zettel"), Errno.EACCES,
					"The database does not permit it", "zettel");
		}
	}

	private Connection connection() throws SQLException {
		return this.application.getBean(DataSource.class).getConnection();
	}

	private RegularFile create(String name) {
		return this.directory.create(new Name(name), new FileChanges(new ContentSource() {

			@Override
			public long size() {
				return 1;
			}

			@Override
			public InputStream openStream() {
				return new ByteArrayInputStream(new byte[1]);
			}

		}, null));
	}

	private ErrnoException refusal(ThrowingCallable work) {
		return this.translators.translate(catchThrowable(work));
	}

	private void assertRefused(ThrowingCallable work, Errno errno, String words, String logged) {
		ErrnoException refusal = refusal(work);
		assertThat(refusal.errno()).as(CauseText.of(refusal)).isEqualTo(errno);
		assertPlain(refusal, words, logged);
	}

	/** Nothing but the words is read on the mount, and all is in the log. */
	private void assertPlain(ErrnoException refusal, String words, String logged) {
		Failures failures = new Failures(this.translators, Clock.fixed(NOW, ZoneOffset.UTC));
		failures.operationFailed(Operation.FLUSH, "/a", refusal, 1);
		failures.note(FILE, refusal, null);
		ByteBuffer text = ByteBuffer.allocate(1000);
		failures.text(new Viewer(0, true)).content().read(0, text);
		assertThat(StandardCharsets.UTF_8.decode(text.flip()).toString())
			.isEqualTo("2026-11-29T08:00:00Z " + refusal.errno() + " close /a: " + words + "\n");
		assertThat(failures.find(FILE)).isEqualTo(refusal.errno() + ": " + words + "; 2026-11-29T08:00:00Z");
		assertThat(CauseText.of(refusal)).containsIgnoringCase(logged).contains("Exception: ");
	}

}
