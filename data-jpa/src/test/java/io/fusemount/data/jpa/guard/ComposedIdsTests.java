package io.fusemount.data.jpa.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.guard.composed.Composed;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.rights.RowAccess;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.domain.PredicateSpecification;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.spel.spi.EvaluationContextExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rights on rows with ids of several columns, in several tables, or in another schema.
 */
public class ComposedIdsTests {

	private static final Caller ANNA = new Caller(1001, 1001, 1);

	private static final Caller BERT = new Caller(1002, 1002, 2);

	private static ConfigurableApplicationContext application;

	private static JpaDirectories directories;

	@EnableMethodSecurity
	@EnableJpaRepositories(basePackageClasses = Composed.class, considerNestedRepositories = true)
	static class Configuration {

		@Bean
		CallerScope loggedIn() {
			return () -> {
				SecurityContextHolder
					.setContext(new SecurityContextImpl(new TestingAuthenticationToken(login(), "", "USER")));
				return SecurityContextHolder::clearContext;
			};
		}

		@Bean
		EvaluationContextExtension logins() {
			return new Logins();
		}

		@Bean
		RowAccess<Composed.Branch> branches() {
			return ComposedIdsTests::own;
		}

		@Bean
		RowAccess<Composed.Page> pages() {
			return ComposedIdsTests::own;
		}

		@Bean
		Leaves leaves() {
			return new Leaves();
		}

	}

	/** What expressions see. */
	public static class Logins implements EvaluationContextExtension {

		@Override
		public String getExtensionId() {
			return "logins";
		}

		@Override
		public Object getRootObject() {
			return this;
		}

		/** Returns the name of the user. */
		public String getLogin() {
			return login();
		}

	}

	/** Whose leaves are whose. */
	public static class Leaves {

		/** Whether a row is that of a user. */
		public boolean isShown(Composed.LeafId id, String name) {
			return jdbc()
				.queryForList("select owner from leaf where 31 * shelf + number = ?", String.class, id.hashCode())
				.contains(name);
		}

	}

	private static <E> PredicateSpecification<E> own() {
		String user = login();
		return (row, builder) -> builder.equal(row.get("owner"), user);
	}

	private static String login() {
		Caller caller = Caller.current();
		return (caller == null) ? "" : (caller.uid() == ANNA.uid()) ? "anna" : "bert";
	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start(
				"jdbc:h2:mem:composed;DB_CLOSE_DELAY=-1;INIT=create schema if not exists aside", Composed.class,
				Configuration.class);
		directories = new JpaDirectories(application.getBeanFactory(),
				new JpaSettings(DetectionStrategy.ANNOTATED, false, 2, Duration.ofSeconds(30), 8 << 20),
				new DatabasePermits(2, Duration.ofSeconds(10)));
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void clear() {
		List.of("aside.page", "leaf", "branch", "root").forEach((table) -> jdbc().execute("delete from " + table));
		for (int i = 0; i < 4; i++) {
			Object[] values = { "r" + i, (i % 2 == 0) ? "anna" : "bert", i / 2, i % 2 };
			jdbc().update("insert into aside.page (name, owner, shelf, number, size, content) "
					+ "values (?, ?, ?, ?, 1, x'41')", values);
			jdbc().update("insert into leaf (name, owner, shelf, number, size, content) values (?, ?, ?, ?, 1, x'41')",
					values);
			jdbc().update("insert into root (name, owner, id, size, content) values (?, ?, ?, 1, x'41')", values[0],
					values[1], i + 1);
		}
		jdbc().update("insert into branch (id, kind) select id, 'k' from root");
	}

	private static JdbcTemplate jdbc() {
		return new JdbcTemplate(application.getBean(javax.sql.DataSource.class));
	}

	private static Directory directory(String path) {
		return Objects.requireNonNull(directories.directories().get(path), path);
	}

	private static List<String> list(Caller caller, String path) {
		Directory directory = directory(path);
		return Caller.as(caller, () -> {
			List<DirectoryEntry> entries = new ArrayList<>();
			String position = null;
			do {
				DirectoryPage page = directory.list(position);
				entries.addAll(page.entries());
				position = page.next();
			}
			while (position != null);
			return entries.stream().map(DirectoryEntry::name).map(Name::value).toList();
		});
	}

	private static @Nullable Node find(Caller caller, String path, String name) {
		Directory directory = directory(path);
		return Caller.as(caller, () -> directory.find(new Name(name)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "pages", "leaves", "roots", "conditioned/pages", "conditioned/leaves", "conditioned/roots",
			"branches" })
	void everyUserSeesTheOwnRows(String path) {
		assertThat(list(ANNA, path)).containsExactly("r0", "r2");
		assertThat(list(BERT, path)).containsExactly("r1", "r3");
		assertThat(find(ANNA, path, "r0")).isNotNull();
		assertThat(find(BERT, path, "r0")).isNull();
		Directory directory = directory(path);
		assertThat(Caller.as(BERT, () -> directory.isTaken(new Name("r0")))).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "conditioned/pages", "conditioned/leaves", "conditioned/roots", "branches" })
	void whatAUserChangesRenamesAndDeletesIsCheckedByTheWholeId(String path) {
		Directory directory = directory(path);
		Caller.as(ANNA, () -> {
			RegularFile file = (RegularFile) Objects.requireNonNull(directory.find(new Name("r0")));
			file.update(new FileChanges(ContentSource.empty(), null));
			RegularFile again = (RegularFile) Objects.requireNonNull(directory.find(new Name("r0")));
			RegularFile renamed = directory.rename(again, new Name("moved"), null);
			directory.delete(renamed);
			return true;
		});
		assertThat(list(ANNA, path)).containsExactly("r2");
		assertThat(list(BERT, path)).containsExactly("r1", "r3");
	}

}
