package io.fusemount.data.jpa.guard;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.StreamSupport;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.guard.argued.Argued;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.access.PermissionEvaluator;
import org.springframework.security.access.expression.method.DefaultMethodSecurityExpressionHandler;
import org.springframework.security.access.expression.method.MethodSecurityExpressionHandler;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Guards that look at the arguments of a call are asked with the real ones, and those
 * that look at none before there are any.
 */
class ArgumentGuardsTests {

	private static final Caller ANNA = new Caller(1001, 1001, 1);

	private static final Caller BERT = new Caller(1002, 1002, 2);

	private static final List<String> ASKED = new ArrayList<>();

	private static ConfigurableApplicationContext application;

	private static JpaDirectories directories;

	@EnableMethodSecurity(securedEnabled = true)
	@EnableJpaRepositories(basePackageClasses = Argued.class, considerNestedRepositories = true)
	static class Configuration {

		@Bean
		CallerScope loggedIn() {
			return () -> {
				Caller caller = Caller.current();
				if (caller == null) {
					return CallerScope.Binding.NONE;
				}
				boolean anna = caller.uid() == ANNA.uid();
				SecurityContextHolder.setContext(new SecurityContextImpl(
						new TestingAuthenticationToken(anna ? "anna" : "bert", "", anna ? "ROLE_CLERK" : "ROLE_USER")));
				return SecurityContextHolder::clearContext;
			};
		}

		@Bean
		static MethodSecurityExpressionHandler expressions(Deeds deeds) {
			DefaultMethodSecurityExpressionHandler handler = new DefaultMethodSecurityExpressionHandler();
			handler.setPermissionEvaluator(deeds);
			return handler;
		}

		@Bean
		static Deeds deeds() {
			return new Deeds();
		}

	}

	/** Whose deeds are whose. */
	public static class Deeds implements PermissionEvaluator {

		@Override
		public boolean hasPermission(Authentication authentication, @Nullable Object deed, Object permission) {
			ASKED.add(permission + " " + ((deed instanceof Argued.Deed entity) ? entity.getOwner() : deed));
			return deed instanceof Argued.Deed entity
					&& (entity.getOwner() == null || entity.getOwner().equals(authentication.getName()));
		}

		@Override
		public boolean hasPermission(Authentication authentication, @Nullable Serializable id, String type,
				Object permission) {
			ASKED.add(permission + " " + id);
			return id != null && owns((Long) id, authentication.getName());
		}

		/** Whether all rows are those of a user. */
		public boolean ownsAll(Iterable<Long> ids, String name) {
			ASKED.add("all " + ids);
			return StreamSupport.stream(ids.spliterator(), false).allMatch((id) -> owns(id, name));
		}

		/** Counts how often it is asked. */
		public boolean count() {
			ASKED.add("role");
			return true;
		}

		private static boolean owns(Long id, String name) {
			return jdbc().queryForList("select owner from deed where id = ?", String.class, id).contains(name);
		}

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:argued;DB_CLOSE_DELAY=-1", Argued.class, Configuration.class);
		directories = new JpaDirectories(application.getBeanFactory(),
				new JpaSettings(DetectionStrategy.ANNOTATED, false, 10, Duration.ofSeconds(30), 8 << 20),
				new DatabasePermits(2, Duration.ofSeconds(10)));
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void clear() {
		jdbc().execute("delete from deed");
		deed(1, "a", "anna");
		deed(2, "b", "bert");
		deed(3, "c", "anna");
		ASKED.clear();
	}

	private static JdbcTemplate jdbc() {
		return new JdbcTemplate(application.getBean(javax.sql.DataSource.class));
	}

	private static void deed(long id, String name, String owner) {
		jdbc().update("insert into deed (id, name, owner, size, version, content) values (?, ?, ?, 1, 0, x'41')", id,
				name, owner);
	}

	private static Directory directory(String name) {
		return Objects.requireNonNull(directories.directories().get(name), name);
	}

	private static List<String> list(Caller caller, String name) {
		return Caller.as(caller,
				() -> directory(name).list(null)
					.entries()
					.stream()
					.map(DirectoryEntry::name)
					.map(Name::value)
					.toList());
	}

	private static @Nullable Node find(Caller caller, String directory, String name) {
		return Caller.as(caller, () -> directory(directory).find(new Name(name)));
	}

	private static RegularFile file(Caller caller, String directory, String name) {
		return (RegularFile) Objects.requireNonNull(find(caller, directory, name));
	}

	private static void assertRefused(Caller caller, Runnable change) {
		ThrowingCallable call = () -> Caller.as(caller, () -> {
			change.run();
			return true;
		});
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(call)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EACCES));
	}

	@ParameterizedTest
	@ValueSource(strings = { "permitted", "together" })
	@Semantics("A guard of `findAllById` or `findById` that looks at their arguments (`#id`) is asked about each row by "
			+ "itself; no answer about one row counts for another.")
	void aGuardOfAFinderIsAskedAboutEachRow(String name) {
		assertThat(list(ANNA, name)).containsExactly("a", "c");
		assertThat(list(BERT, name)).containsExactly("b");
		assertThat(ASKED).as("three rows, and two users").hasSize(6);
		for (long id = 1; id <= 3; id++) {
			assertThat(ASKED).filteredOn((name.equals("together") ? "all [" + id + "]" : "read " + id)::equals)
				.hasSize(2);
		}
		assertThat(find(BERT, name, "a")).isNull();
		assertThat(find(ANNA, name, "a")).isNotNull();
		assertThat(Caller.as(BERT, () -> directory(name).isTaken(new Name("a")))).isTrue();
	}

	@Test
	void whatIsSavedOrDeletedIsWhatGuardsAreAskedAbout() {
		RegularFile mine = file(ANNA, "permitted", "a");
		RegularFile other = file(ANNA, "permitted", "c");
		ASKED.clear();
		Caller.as(ANNA, () -> mine.update(new FileChanges(ContentSource.empty(), null)));
		assertThat(ASKED).contains("read 1", "save anna").doesNotContain("read 3", "save null");
		jdbc().update("update deed set owner = 'bert' where id = 3");
		assertRefused(ANNA, () -> other.update(new FileChanges(ContentSource.empty(), null)));
		assertRefused(ANNA, () -> directory("permitted").delete(other));
		Caller.as(ANNA, () -> {
			directory("permitted").delete(file(ANNA, "permitted", "a"));
			return true;
		});
		assertThat(ASKED).contains("delete anna");
		assertThat(jdbc().queryForList("select name from deed order by id", String.class)).containsExactly("b", "c");
	}

	@Test
	@Semantics("A user whom method security on `save` lets save nothing, whatever the entity is, gets EACCES by the `open` "
			+ "that would write or create; a guard that looks at the entity is asked when that is stored.")
	void whoMaySaveNothingIsRefusedWithoutAStatement() {
		Directory roles = directory("roles");
		assertThat(roles.audiences()).as("everybody sees the same").isNull();
		RegularFile file = file(BERT, "roles", "a");
		Statements statements = application.getBean(Statements.class);
		statements.clear();
		assertRefused(BERT, () -> roles.requireStoring(null));
		assertRefused(BERT, () -> roles.requireStoring(file));
		assertThat(ASKED).as("refused by the role before").isEmpty();
		for (int i = 0; i < 3; i++) {
			Caller.as(ANNA, () -> {
				roles.requireStoring(file);
				return true;
			});
		}
		assertThat(ASKED).as("the answer is kept").containsExactly("role");
		assertThat(statements.all()).isEmpty();
	}

	@Test
	void aRoleIsAskedBeforeAndTheEntityAfterwards() {
		Directory both = directory("both");
		assertRefused(BERT, () -> both.requireStoring(null));
		RegularFile others = file(ANNA, "both", "b");
		Caller.as(ANNA, () -> {
			both.requireStoring(others);
			directory("permitted").requireStoring(null);
			return true;
		});
		assertRefused(ANNA, () -> others.update(new FileChanges(ContentSource.empty(), null)));
		assertThat(ASKED).as("without an entity").doesNotContain("save null");
	}

	@Test
	void theApplicationItselfIsNotAsked() {
		directory("roles").requireStoring(null);
		assertThat(ASKED).isEmpty();
	}

}
