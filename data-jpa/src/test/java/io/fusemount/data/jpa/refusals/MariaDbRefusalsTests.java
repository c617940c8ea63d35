package io.fusemount.data.jpa.refusals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * On MariaDB, whose driver may say the statement, too.
 */
@EnabledIfMariaDb
class MariaDbRefusalsTests extends AbstractRefusalsTests {

	private final String url = MariaDbServer.shared().createDatabase("refusals", MariaDbServer.EXACT);

	@Override
	String url() {
		return this.url + (this.url.contains("?") ? "&" : "?")
				+ "dumpQueriesOnException=true&sessionVariables=innodb_lock_wait_timeout=1";
	}

	@Override
	List<String> rules() {
		return List.of(trigger("insert"), trigger("update"),
				"alter table zettel modify column besitzer varchar(5) not null",
				"alter table zettel modify column name varchar(40) not null check (name <> 'forbidden')");
	}

	private static String trigger(String event) {
		return """
				create trigger refusals_%1$s before %1$s on zettel for each row
				begin
				  if new.name = 'sunday' then
				    signal sqlstate '45000' set message_text = 'Nothing is stored on sundays';
				  end if;
				  if new.name = 'holiday' then
				    signal sqlstate '23000' set message_text = 'Nothing is stored on holidays';
				  end if;
				end""".formatted(event);
	}

	@Override
	String nameRule() {
		return "`zettel.name`";
	}

	@Override
	Connection stranger(JdbcTemplate owner) throws SQLException {
		owner.execute("create or replace user stranger@'127.0.0.1'");
		owner.execute("grant select on refusals.* to stranger@'127.0.0.1'");
		return DriverManager.getConnection(this.url.replace("user=root", "user=stranger"));
	}

}
