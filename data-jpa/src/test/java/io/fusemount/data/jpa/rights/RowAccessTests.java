package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.fusemount.conformance.rights.User;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.guard.rows.Letters;
import io.fusemount.data.jpa.owned.OwnedApplication;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.jpa.domain.PredicateSpecification;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A specification of a bean is a condition of the statements on rows.
 */
class RowAccessTests {

	private static final PredicateSpecification<Object> NAMED = (row, builder) -> builder.equal(row.get("name"),
			"it's");

	private static ConfigurableApplicationContext letters;

	@BeforeAll
	static void start() {
		letters = TestDatabase.start("jdbc:h2:mem:specified;DB_CLOSE_DELAY=-1", Letters.class);
	}

	@AfterAll
	static void stop() {
		letters.close();
	}

	@Test
	@Semantics("A `RowAccess` bean says the same by specifications, which are a part of the statements: no page and no "
			+ "lookup takes a statement more.")
	void specificationsAreAPartOfTheStatements() {
		try (ConfigurableApplicationContext owned = TestDatabase.start("jdbc:h2:mem:specifiedcount",
				OwnedApplication.class)) {
			for (String table : List.of("memo", "slip")) {
				for (User owner : List.of(User.ONE, User.TWO)) {
					new JdbcTemplate(owned.getBean(javax.sql.DataSource.class))
						.update("insert into " + table + " (name, kind, owner, read_only, version, size, document) "
								+ "values (?, 'k', ?, false, 0, 0, x'')", owner.name(), owner.name());
				}
			}
			JpaDirectories directories = new JpaDirectories(owned.getBeanFactory(), JpaSettings.defaults(),
					new DatabasePermits(2, Duration.ofSeconds(10)));
			assertThat(statements(owned, directories, "slips")).hasSize(statements(owned, directories, "kinds").size())
				.allSatisfy((statement) -> assertThat(statement).contains("from slip").doesNotContain("fuseMount:"));
		}
	}

	private static List<String> statements(ConfigurableApplicationContext owned, JpaDirectories directories,
			String name) {
		Directory top = Objects.requireNonNull(directories.directories().get(name));
		return Caller.as(User.ONE.caller(), () -> {
			Statements statements = owned.getBean(Statements.class);
			statements.clear();
			Directory kind = (Directory) Objects.requireNonNull(top.find(new Name("k")));
			assertThat(top.list(null).entries()).hasSize(1);
			assertThat(kind.list(null).entries()).extracting(DirectoryEntry::name)
				.containsExactly(new Name(User.ONE.name()));
			assertThat(kind.find(new Name(User.ONE.name()))).isNotNull();
			assertThat(kind.find(new Name(User.TWO.name()))).isNull();
			return statements.all();
		});
	}

	private static EntityManagerFactory unit() {
		return letters.getBean(EntityManagerFactory.class);
	}

	private static CallerSpecification specification(PredicateSpecification<Object> specification, Object caller) {
		return Objects.requireNonNull(CallerSpecification.of(specification, Letters.Letter.class, unit(), caller));
	}

	@Test
	void theSameSpecificationOfTheSameCallerIsTheSameAudience() {
		CallerSpecification one = specification(NAMED, "one");
		assertThat(specification((row, builder) -> builder.equal(row.get("name"), "it's"), "one")).isEqualTo(one)
			.hasSameHashCodeAs(one);
		assertThat(specification(NAMED, "two")).isNotEqualTo(one);
		assertThat(specification((row, builder) -> builder.equal(row.get("name"), "its"), "one")).isNotEqualTo(one);
		assertThat(CallerSpecification.of(PredicateSpecification.unrestricted(), Letters.Letter.class, unit(), "one"))
			.isNull();
	}

	@Test
	void aSpecificationThatNoRowMeetsIsKnown() {
		assertThat(specification((row, builder) -> builder.disjunction(), "one").isNeverMet()).isTrue();
		assertThat(specification(
				(row, builder) -> builder.and(NAMED.toPredicate(row, builder), builder.isTrue(builder.literal(false))),
				"one")
			.isNeverMet()).isTrue();
		assertThat(specification(NAMED, "one").isNeverMet()).isFalse();
		assertThat(specification(NAMED.or((row, builder) -> builder.disjunction()), "one").isNeverMet()).isFalse();
	}

	@Test
	void aJoinThatFindsARowSeveralTimesIsRefused() {
		Class<?> answer = unit().getMetamodel()
			.getEntities()
			.stream()
			.filter((entity) -> entity.getName().equals("Answer"))
			.findFirst()
			.orElseThrow()
			.getJavaType();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> CallerSpecification
				.of((row, builder) -> builder.equal(row.join("copies").get("name"), "a"), answer, unit(), "one"))
			.withMessageContaining("use a subquery");
	}

	@Test
	void aSpecificationWithoutAPlaceOfItsOwnFails() {
		CallerSpecification one = specification(NAMED, "one");
		String hql = "select e.id from Letter e where ";
		try (EntityManager entityManager = unit().createEntityManager()) {
			assertThat(SpecifiedQuery
				.create(entityManager, hql + one.condition() + " and e.id > 1", Long.class, List.of(one))
				.getResultList()).isEmpty();
			assertThatIllegalStateException().isThrownBy(() -> SpecifiedQuery.create(entityManager,
					hql + "(" + one.condition() + " or e.id > 1)", Long.class, List.of(one)));
		}
	}

}
