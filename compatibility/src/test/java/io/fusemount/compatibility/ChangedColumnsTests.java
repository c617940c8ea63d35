package io.fusemount.compatibility;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.jpa.HibernatePersistenceConfiguration;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the oldest Hibernate writes of an entity with content.
 */
class ChangedColumnsTests {

	@Test
	void anUpdateSetsNoContentThatHasNotChanged() {
		List<String> statements = new CopyOnWriteArrayList<>();
		StatementInspector inspector = (statement) -> {
			statements.add(statement);
			return statement;
		};
		var configuration = new HibernatePersistenceConfiguration("sheets").managedClass(Sheet.class)
			.jdbcUrl("jdbc:h2:mem:sheets;DB_CLOSE_DELAY=-1")
			.property("hibernate.hbm2ddl.auto", "create")
			.property("hibernate.session_factory.statement_inspector", inspector);
		try (var factory = configuration.createEntityManagerFactory()) {
			factory.runInTransaction((entityManager) -> entityManager.persist(new Sheet()));
			factory.runInTransaction((entityManager) -> entityManager.find(Sheet.class, 1L).name = "other");
			assertThat(statements).filteredOn((statement) -> statement.startsWith("update"))
				.singleElement()
				.matches((update) -> !update.contains("payload"));
		}
	}

	/** Has no annotation that would let it write what has changed. */
	@Entity
	static class Sheet {

		@Id
		long id = 1;

		@Nullable String name = "sheet";

		@Column(length = 1000)
		byte @Nullable [] payload = new byte[1000];

	}

}
