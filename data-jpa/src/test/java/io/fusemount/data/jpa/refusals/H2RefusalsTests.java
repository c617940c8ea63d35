package io.fusemount.data.jpa.refusals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * On H2, whose triggers are classes of Java.
 */
class H2RefusalsTests extends AbstractRefusalsTests {

	@Override
	String url() {
		return "jdbc:h2:mem:refusals;LOCK_TIMEOUT=100";
	}

	@Override
	List<String> rules() {
		return List.of(
				"create trigger sundays before insert, update on zettel for each row call '%s'"
					.formatted(Sundays.class.getName()),
				"alter table zettel alter column besitzer varchar(5) not null",
				"alter table zettel add check (name <> 'forbidden')");
	}

	/** It does not say which column a check is about. */
	@Override
	String nameReason() {
		return UNKNOWN;
	}

	@Override
	String nameRule() {
		return "Check constraint violation";
	}

	@Override
	Connection stranger(JdbcTemplate owner) throws SQLException {
		owner.execute("create user stranger password ''");
		return DriverManager.getConnection("jdbc:h2:mem:refusals", "stranger", "");
	}

}
