package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.util.List;

import io.fusemount.annotation.FuseMount;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.guard.CallerGuards;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.mapping.FileMappings;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.rights.office.Office;
import io.fusemount.data.jpa.rights.office.OfficeApplication;
import io.fusemount.data.jpa.rights.office.Users;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.data.repository.Repository;
import org.springframework.security.access.prepost.PostFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Conditions that cannot be used stop the application, in words.
 */
class DeclaredRightsTests {

	private static ConfigurableApplicationContext application;

	/** Has a condition that Hibernate refuses. */
	@FuseMount(value = "misspelled", readable = "e.kund = ?#{login}")
	interface Misspelled extends JpaRepository<Office.Letter, Long> {

	}

	/** Has nothing to change. */
	@FuseMount(value = "frozen", readOnly = true, writable = "e.sealed = false")
	interface Frozen extends JpaRepository<Office.Letter, Long> {

	}

	/** Has nothing to change, either. */
	@FuseMount(value = "reading", writable = "e.sealed = false")
	interface Reading extends Repository<Office.Letter, Long> {

	}

	/** Hides rows in a way of its own. */
	@FuseMount(value = "filtered", readable = "e.sealed = false")
	interface Filtered extends JpaRepository<Office.Letter, Long> {

		@Override
		@PostFilter("true")
		java.util.List<Office.Letter> findAll();

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Misspelled.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE,
					classes = { Frozen.class, Reading.class, Filtered.class }))
	static class WithMisspelled {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Frozen.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE,
					classes = { Misspelled.class, Reading.class, Filtered.class }))
	static class WithFrozen {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Reading.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE,
					classes = { Misspelled.class, Frozen.class, Filtered.class }))
	static class WithReading {

	}

	@EnableJpaRepositories(considerNestedRepositories = true,
			includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = Filtered.class),
			excludeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE,
					classes = { Misspelled.class, Frozen.class, Reading.class }))
	static class WithFiltered {

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:declared;DB_CLOSE_DELAY=-1", OfficeApplication.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static RowRights build(String readable, String writable) {
		return new DeclaredRights(readable, writable).build("Letters", "Letter", Office.Letter.class,
				application.getBean(EntityManagerFactory.class), CallerGuards.NONE,
				new CallerContext(application.getBeanFactory(), Duration.ofSeconds(1)),
				(condition, reason) -> new IllegalStateException(condition + ", which " + reason));
	}

	@Test
	void withoutConditionsEverybodyHasAllRights() {
		assertThat(build("", " ")).isSameAs(RowRights.ALL);
		assertThat(RowRights.ALL.isGuarded()).isFalse();
		assertThat(RowRights.ALL.audiences()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "?#{clerk} = true", "e.client.login = :#{login} and e.name like concat(?#{login}, '%')",
			"e.client.login in ?#{T(java.util.List).of(login)}",
			"e.id in (select l.id from Letter l left join l.client c where " + "c is null or c.login = ?#{login})",
			"exists (select 1 from Client x where x = e.client and x.login = ?#{login})", "e.name = ?${user.dir}",
			"e.sealed = false", "e.name = '?#{login} :x'" })
	void whatSpringDataUnderstandsIsUnderstood(String condition) {
		assertThat(build(condition, condition).hidesRows()).isTrue();
		assertThat(build("", condition).hidesRows()).isFalse();
		assertThat(build("", condition).isGuarded()).isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			e.kund = ?#{login}          | Hibernate does not understand
			e.client.login =            | Hibernate does not understand
			e.sealed order by e.id      | Hibernate does not understand
			x.sealed = false            | Hibernate does not understand
			e.client.login = ?#{login(} | has an expression that cannot be parsed
			e.client.login = :login     | has the parameter :login
			e.client.login = ?1         | has the parameter ?
			sum(e.size) > 1             | has sum
			""")
	void whatCannotBeUsedIsRefusedInWords(String condition, String reason) {
		assertThatIllegalStateException().isThrownBy(() -> build(condition, ""))
			.withMessageStartingWith("readable = \"" + condition + "\", which " + reason);
		assertThatIllegalStateException().isThrownBy(() -> build("", condition))
			.withMessageStartingWith("writable = \"" + condition + "\", which " + reason);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			?#{clerk} = true                                          | false
			true = ?#{clerk}                                          | false
			(?#{clerk} = true) and e.sealed = false                   | false
			e.sealed = false and (?#{clerk} = true or 1 = ?#{1} and ?#{clerk} = true) | false
			not (?#{clerk} <> true)                                   | false
			?#{!clerk} = false or (false = true and e.sealed)         | false
			e.sealed = false or ?#{clerk} = true                      | true
			not (?#{clerk} = true)                                    | true
			e.sealed = ?#{clerk}                                      | true
			?#{clerk} = false                                         | true
			?#{login} = 'clerk'                                       | true
			?#{null} = true                                           | true
			e.name = 'a' and e.sealed = false                         | true
			""")
	void whoeverMayChangeNothingWhateverTheRowIsKnownWithoutAStatement(String writable, boolean possible) {
		Statements statements = application.getBean(Statements.class);
		for (RowRights rights : List.of(build("", writable), build(writable, ""))) {
			statements.clear();
			Caller.as(Users.CLERK, () -> {
				if (!writable.equals("?#{clerk} = false") && !writable.startsWith("not (?#{clerk} =")) {
					rights.requireStoring();
				}
				return true;
			});
			boolean refused = Caller.as(Users.ALICE, () -> isRefused(rights));
			assertThat(refused).isEqualTo(!possible);
			assertThat(statements.all()).isEmpty();
			rights.requireStoring();
		}
	}

	private static boolean isRefused(RowRights rights) {
		try {
			rights.requireStoring();
			return false;
		}
		catch (ErrnoException ex) {
			assertThat(ex.errno()).isEqualTo(Errno.EACCES);
			return true;
		}
	}

	private static org.assertj.core.api.ThrowableAssertAlternative<MappingException> refused(Class<?> configuration) {
		try (AnnotationConfigApplicationContext child = new AnnotationConfigApplicationContext()) {
			child.setParent(application);
			child.register(configuration);
			child.refresh();
			return assertThatExceptionOfType(MappingException.class)
				.isThrownBy(() -> FileMappings.detect(child.getBeanFactory(), DetectionStrategy.ANNOTATED, false));
		}
	}

	@Test
	void theMessageNamesTheRepositoryTheConditionAndTheMend() {
		refused(WithMisspelled.class)
			.withMessageStartingWith("Repository " + Misspelled.class.getName()
					+ " cannot be mounted: Letter has the condition readable = \"e.kund = ?#{login}\", which Hibernate "
					+ "does not understand")
			.withMessageEndingWith("Write it as in @Query: HQL about the row e, with values of the caller as ?#{…}.");
	}

	@Test
	void aConditionOnChangesNeedsChanges() {
		refused(WithFrozen.class).withMessageContaining("and no file can be changed");
		refused(WithReading.class).withMessageContaining("and no file can be changed");
	}

	@Test
	void otherGuardsAreRefusedBesideAConditionToo() {
		refused(WithFiltered.class).withMessageContaining("PostFilter");
	}

}
