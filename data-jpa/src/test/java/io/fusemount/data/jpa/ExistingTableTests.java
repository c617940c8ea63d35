package io.fusemount.data.jpa;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fusemount.conformance.database.EnabledIfMariaDb;
import io.fusemount.conformance.database.MariaDbServer;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The statements by which DATABASES gives an existing table its sizes.
 */
@Timeout(300)
class ExistingTableTests {

	private static final String OF_BYTES = "octet_length";

	@Test
	void h2() throws Exception {
		assertThat(sizes("jdbc:h2:mem:existing", "blob", "cast(X'001122' as blob)", OF_BYTES)).containsExactly(3L, 0L);
	}

	@Test
	void postgresWithBytea() throws Exception {
		assertThat(sizes(Postgres.createDatabase("existing_bytea"), "bytea", "'\\x001122'::bytea", OF_BYTES))
			.containsExactly(3L, 0L);
	}

	@Test
	void postgresWithLargeObjects() throws Exception {
		assertThat(sizes(Postgres.createDatabase("existing_oid"), "oid", "lo_from_bytea(0, '\\x001122')", "lo_open"))
			.containsExactly(3L, 0L);
	}

	@Test
	void largeObjectThatIsMissingIsNoHindrance() throws Exception {
		assertThat(sizes(Postgres.createDatabase("existing_gone"), "oid", "4294967295", "lo_open")).containsExactly(0L,
				0L);
	}

	@Test
	@EnabledIfMariaDb
	void mariaDb() throws Exception {
		assertThat(sizes(MariaDbServer.shared().createDatabase("existing", MariaDbServer.INEXACT), "longblob",
				"x'001122'", OF_BYTES))
			.containsExactly(3L, 0L);
	}

	private static List<Long> sizes(String url, String type, String content, String way)
			throws IOException, SQLException {
		List<String> statements = statements();
		try (Connection connection = DriverManager.getConnection(url);
				Statement statement = connection.createStatement()) {
			statement.execute("create table contract (id bigint primary key, title varchar(255), scan " + type + ")");
			statement.execute("insert into contract values (1, 'lease.pdf', " + content + "), (2, 'empty.pdf', null)");
			statement.execute(statements.get(0));
			statement.execute(statements.stream().filter((each) -> each.contains(way)).findFirst().orElseThrow());
			List<Long> sizes = new ArrayList<>();
			try (ResultSet rows = statement.executeQuery("select size from contract order by id")) {
				while (rows.next()) {
					sizes.add(rows.getLong(1));
				}
			}
			return sizes;
		}
	}

	private static List<String> statements() throws IOException {
		Matcher block = Pattern.compile("^```sql\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(Path.of("../docs/DATABASES.md")));
		assertThat(block.find()).isTrue();
		return List.of(block.group(1).replaceAll("(?m)^--.*$", "").strip().split(";\\s*"));
	}

}
