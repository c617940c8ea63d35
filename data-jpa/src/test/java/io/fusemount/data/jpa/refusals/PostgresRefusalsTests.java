package io.fusemount.data.jpa.refusals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

import io.fusemount.data.jpa.support.Postgres;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * On PostgreSQL, where a rule may have any SQL state.
 */
class PostgresRefusalsTests extends AbstractRefusalsTests {

	private final String url = Postgres.createDatabase("refusals");

	@Override
	String url() {
		return this.url + "&options=-c%20lock_timeout=100";
	}

	@Override
	List<String> rules() {
		return List.of("""
				create function refuse() returns trigger language plpgsql as $$
				begin
				  if new.name = 'sunday' then raise exception 'Nothing is stored on sundays'; end if;
				  if new.name = 'holiday' then
				    raise exception 'Nothing is stored on holidays'
				      using errcode = 'check_violation', detail = 'zettel', hint = 'zettel';
				  end if;
				  return new;
				end $$""",
				"create trigger refusals before insert or update on zettel for each row " + "execute function refuse()",
				"alter table zettel alter column besitzer type varchar(5)",
				"alter table zettel alter column besitzer set not null",
				"alter table zettel add check (name <> 'forbidden')");
	}

	@Override
	String nameRule() {
		return "zettel_name_check";
	}

	@Override
	Connection stranger(JdbcTemplate owner) throws SQLException {
		owner.execute("create role stranger login");
		return DriverManager.getConnection(this.url.replace("user=postgres", "user=stranger"));
	}

}
