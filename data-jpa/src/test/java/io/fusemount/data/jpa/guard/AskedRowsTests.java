package io.fusemount.data.jpa.guard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Origin;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.CallerScope;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.guard.placed.PlacedRepository;
import io.fusemount.data.jpa.guard.shown.Shown;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A repository that leaves rows out of what it finds by ids says who sees them.
 */
class AskedRowsTests {

	private static final int PAGE_SIZE = 4;

	private static final Caller ANNA = new Caller(1001, 1001, 1);

	private static final Caller BERT = new Caller(1002, 1002, 2);

	private static ConfigurableApplicationContext application;

	private static JpaDirectories directories;

	@EnableMethodSecurity
	@EnableJpaRepositories(basePackageClasses = Shown.class, considerNestedRepositories = true)
	static class Configuration {

		@Bean
		CallerScope loggedIn() {
			return () -> {
				Caller caller = Caller.current();
				if (caller == null) {
					return CallerScope.Binding.NONE;
				}
				SecurityContextHolder.setContext(new SecurityContextImpl(
						new TestingAuthenticationToken((caller.uid() == ANNA.uid()) ? "anna" : "bert", "", "USER")));
				return SecurityContextHolder::clearContext;
			};
		}

	}

	@EnableMethodSecurity
	@EnableJpaRepositories(basePackageClasses = PlacedRepository.class)
	static class Placed {

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:shown;DB_CLOSE_DELAY=-1", Shown.class, Configuration.class);
		directories = directories(application.getBeanFactory());
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	@BeforeEach
	void clear() {
		jdbc().execute("delete from paper");
		jdbc().execute("delete from binder");
	}

	private static JpaDirectories directories(ListableBeanFactory beans) {
		return new JpaDirectories(beans,
				new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofSeconds(30), 8 << 20),
				new DatabasePermits(2, Duration.ofSeconds(10)));
	}

	private static JdbcTemplate jdbc() {
		return new JdbcTemplate(application.getBean(javax.sql.DataSource.class));
	}

	private static void paper(long id, String name, String owner) {
		jdbc().update("insert into paper (id, name, owner, size, kind, content) values (?, ?, ?, 1, 'k', x'41')", id,
				name, owner);
	}

	private static Directory directory(String name) {
		return Objects.requireNonNull(directories.directories().get(name), name);
	}

	private static List<List<String>> pages(Caller caller, String name) {
		return Caller.as(caller, () -> {
			List<List<String>> pages = new ArrayList<>();
			String position = null;
			do {
				DirectoryPage page = directory(name).list(position);
				pages.add(page.entries().stream().map(DirectoryEntry::name).map(Name::value).toList());
				position = page.next();
			}
			while (position != null);
			return pages;
		});
	}

	private static int statements(Runnable work) {
		Statements statements = application.getBean(Statements.class);
		statements.clear();
		work.run();
		return statements.all().size();
	}

	@ParameterizedTest
	@ValueSource(strings = { "filtered", "authorized", "whole" })
	@Semantics("Where `findAllById` or `findById` of a repository leaves rows out, by `@PostFilter`, `@PostAuthorize` or an "
			+ "own implementation, a row that it does not return to a user is not there for this user.")
	void aRowThatTheRepositoryDoesNotReturnToAUserIsNotThere(String name) {
		for (int i = 0; i < 9; i++) {
			paper(i, "p" + i, (i % 3 == 0) ? "anna" : "bert");
		}
		assertThat(pages(ANNA, name)).containsExactly(List.of("p0", "p3"), List.of("p6"), List.of());
		assertThat(pages(BERT, name)).containsExactly(List.of("p1", "p2"), List.of("p4", "p5", "p7"), List.of("p8"));
		assertThat(find(ANNA, name, "p0")).isNotNull();
		assertThat(find(BERT, name, "p0")).isNull();
		assertThat(Caller.as(BERT, () -> directory(name).isTaken(new Name("p0")))).isTrue();
	}

	private static @Nullable Object find(Caller caller, String directory, String name) {
		return Caller.as(caller, () -> directory(directory).find(new Name(name)));
	}

	@ParameterizedTest
	@CsvSource({ "filtered, 1", "authorized, 1", "whole, 4", "queried, 4" })
	@Semantics("Each page of such a listing costs one statement more, and so does each lookup, as long as Spring Data reads "
			+ "the rows; a query or a decision of its own for each row costs one for each row.")
	void aPageCostsAStatementMoreAsLongAsSpringDataReadsTheRows(String name, int more) {
		for (int i = 0; i < PAGE_SIZE; i++) {
			paper(i, "p" + i, "anna");
		}
		// The second one of a page of names that no key keeps apart looks for its texts.
		assertThat(statements(() -> pages(ANNA, name))).isEqualTo(2 + more);
		assertThat(statements(() -> find(ANNA, name, "p0"))).isEqualTo(2);
		assertThat(statements(() -> find(ANNA, name, "new"))).isEqualTo(1);
	}

	@Test
	void aFinderOfItsOwnNeedsNoUser() {
		paper(1, "a", "anna");
		paper(2, "gone", "nobody");
		assertThat(pages(BERT, "queried")).containsExactly(List.of("a"));
		assertThat(find(BERT, "queried", "gone")).isNull();
	}

	@Test
	void directoriesAreFilteredToo() {
		jdbc().update("insert into binder (id, name, owner) values (1, 'a', 'anna'), (2, 'b', 'bert')");
		assertThat(pages(ANNA, "binders")).containsExactly(List.of("a"));
		assertThat(find(BERT, "binders", "a")).isNull();
		assertThat(find(BERT, "binders", "b")).isNotNull();
	}

	@Test
	void whoeverCouldNotSeeANewRowCannotCreateIt() {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(
				() -> Caller.as(ANNA, () -> directory("filtered").create(new Name("a"), new FileChanges(null, null))))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EACCES));
		assertThat(jdbc().queryForObject("select count(*) from paper", Integer.class)).isZero();
	}

	@Test
	void theApplicationItselfSeesEverything() {
		paper(1, "a", "anna");
		paper(2, "b", "bert");
		assertThat(directory("filtered").list(null).entries()).hasSize(2);
	}

	@Test
	void theWarningSaysWhatIsCalledAndWhatItCosts() {
		assertThat(directory("filtered").origins()).singleElement()
			.extracting(Origin::warnings, InstanceOfAssertFactories.list(String.class))
			.contains("Filtered says itself which rows a user sees: findAllById is called for "
					+ "each row that is listed, looked up or read, which loads the entity with all of its content; a condition "
					+ "in @FuseMount(readable = …) is a part of the statements and loads nothing");
	}

	@Test
	void directoriesThatOnlyTheirFilesMakeAreRefused() {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(Placed.class);
			child.refresh();
			assertThatExceptionOfType(MappingException.class).isThrownBy(() -> directories(child.getBeanFactory()))
				.withMessage("Repository " + PlacedRepository.class.getName()
						+ " cannot be mounted: Paper is asked for "
						+ "each row which user may see it, by findAllById, and no statement can ask which directories "
						+ "'kind' have a file that a user may see. Leave the variable out of the path, or mount the "
						+ "repository of its directories, too.");
		}
	}

}
