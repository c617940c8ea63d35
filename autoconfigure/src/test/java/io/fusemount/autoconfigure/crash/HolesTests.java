package io.fusemount.autoconfigure.crash;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Files of which there is little but their size, in large objects of PostgreSQL.
 */
@EnabledIfFuse
@Timeout(600)
class HolesTests {

	@AutoClose
	private final Workspace workspace = new Workspace();

	private DatabaseServer server;

	@BeforeEach
	void createServer() {
		this.server = new DatabaseServer(this.workspace.directory());
	}

	@AfterEach
	void removeServer() {
		this.server.close();
	}

	@Test
	@Semantics("On a large object of PostgreSQL, holes of more than 64 MiB take neither time nor space.")
	void holesTakeNeitherTimeNorRoom() throws SQLException {
		try (ChildProgram service = this.workspace.start(this.server.jdbcUrl(), "--fusemount.max-file-size=2TB")) {
			Shell shell = Shell.in(this.workspace.files());
			for (int i = 1; i <= 8; i++) {
				shell.check("truncate -s 1T hole" + i);
			}
			shell.check("printf begin > some && printf end | dd of=some bs=1 seek=1T conv=notrunc status=none");
			shell.check("printf new | dd of=new bs=1 seek=1T status=none");
			assertThat(shell.check("stat -c %s hole8 some new").lines()).containsExactly("1099511627776",
					"1099511627779", "1099511627779");
			assertThat(shell.check("head -c 5 some; tail -c 3 some; tail -c 3 new")).isEqualTo("beginendnew");
			assertThat(shell.check("tail -c 1000 hole1 | tr -d '\\0'")).isEmpty();
			assertThat(pages()).isLessThan(20);
			// A scratch file has its holes when it becomes one that is stored.
			shell.check("printf tail | dd of=part.tmp bs=1 seek=1G status=none && mv part.tmp part");
			assertThat(shell.check("tail -c 4 part; stat -c %s part").strip()).isEqualTo("tail1073741828");
		}
	}

	private long pages() throws SQLException {
		try (Connection observer = DriverManager.getConnection(this.server.jdbcUrl());
				Statement statement = observer.createStatement();
				ResultSet pages = statement.executeQuery("select count(*) from pg_largeobject")) {
			pages.next();
			return pages.getLong(1);
		}
	}

}
