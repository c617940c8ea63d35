package io.fusemount.data.jpa.mapping;

import java.util.List;

import io.fusemount.core.operation.AccountNames;
import io.fusemount.data.jpa.mapping.misfits.IdMisfits;
import io.fusemount.data.jpa.support.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which ids files can have, their text and their order.
 */
class IdPropertyTests {

	private static ConfigurableApplicationContext application;

	interface Repository {

	}

	@BeforeAll
	static void start() {
		application = TestDatabase.start("jdbc:h2:mem:ids;DB_CLOSE_DELAY=-1", IdMisfits.class);
	}

	@AfterAll
	static void stop() {
		application.close();
	}

	private static IdProperty map(Class<?> entity) {
		SessionFactoryImplementor sessionFactory = application.getBean(EntityManagerFactory.class)
			.unwrap(SessionFactoryImplementor.class);
		return new EntityMappingBuilder(Repository.class, entity, sessionFactory, true, AccountNames.NONE).build().id();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', nullValues = "-",
			textBlock = """
					NoIdClass        | -          | has several properties with @Id and no class for them     | an @IdClass, an @EmbeddedId or a single @Id
					AssociationAsId  | whole      | is an association and the id                              | the association @MapsId instead of @Id
					AssociationInKey | key.target | is an association in the class of the id                  | Keep its key there
					PartOfSeveral    | whole      | refers to an entity with an id of several columns         | in an @EmbeddedId
					DateInKey        | key.dated  | is a part of the id of type LocalDate, which has no text  | UUID
					NoEquality       | -          | has an id of the class UnequalKey, which has no equals    | equals and hashCode
					NameInKey        | name       | is a part of the id, which cannot be changed | another property with @FileName
					""")
	void whatIsNoIdForFilesIsRefusedInWords(String entity, String property, String problem, String fix)
			throws Exception {
		Class<?> type = Class.forName(IdMisfits.class.getName() + "$" + entity);
		assertThatExceptionOfType(MappingException.class).isThrownBy(() -> map(type)).satisfies((ex) -> {
			assertThat(ex.property()).isEqualTo(property);
			assertThat(ex.problem()).contains(problem);
			assertThat(ex.fix()).contains(fix);
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			a       | 7,a
			a,7     | 7,a%2C7
			100%    | 7,100%25
			%2C     | 7,%252C
			" a "   | "7, a "
			""      | "7,"
			""")
	void textHasTheValuesInTheOrderOfTheNamesOfTheirProperties(String value, String text) {
		IdProperty id = map(IdMisfits.InOrder.class);
		IdMisfits.Key key = new IdMisfits.Key(value, 7);
		assertThat(id.format(key)).isEqualTo(text);
		assertThat(id.parse(text)).isEqualTo(key);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
			""
			a
			a,7
			7
			7,a,b
			07,a
			7,a%2c
			7,%2525%25x%
			""")
	void whatIsNoTextOfAnIdIsNone(String text) {
		assertThat(map(IdMisfits.InOrder.class).parse(text)).isNull();
	}

	@Test
	void rowsAreSortedByTheIndexOfTheTable() {
		JdbcTemplate jdbc = new JdbcTemplate(application.getBean(javax.sql.DataSource.class));
		for (List<String> columns : List.of(List.of("number", "text"), List.of("text", "number"))) {
			jdbc.execute("alter table id_misfits$in_order drop primary key");
			jdbc.execute("alter table id_misfits$in_order add primary key (" + String.join(", ", columns) + ")");
			IdConditions conditions = map(IdMisfits.InOrder.class).conditions();
			assertThat(conditions.order("e")).isEqualTo("e.key." + String.join(", e.key.", columns));
			assertThat(conditions.selected("e")).isEqualTo("e.key.number, e.key.text");
		}
	}

}
