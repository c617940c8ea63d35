package io.fusemount.conformance.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The synchronous standby of a PostgreSQL server. While the standby is away, the server
 * commits as requested but does not answer.
 */
public final class SynchronousStandby {

	private static final long POLL_MILLIS = 20;

	private SynchronousStandby() {
	}

	/**
	 * Removes the standby, and waits until the server no longer answers commits. Its
	 * checkpointer decides that, and learns of a setting later than other processes.
	 * @param url the JDBC URL of a superuser
	 */
	public static void leave(String url) throws Exception {
		set(url, "nobody");
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try (Connection observer = DriverManager.getConnection(url);
				Connection connection = DriverManager.getConnection(url)) {
			AtomicBoolean away = new AtomicBoolean();
			int process = number(connection, "select pg_backend_pid()");
			Future<?> commits = thread.submit(commit(connection, away));
			while (number(observer,
					"select count(*) from pg_stat_activity where wait_event = 'SyncRep' and pid = " + process) == 0) {
				if (commits.isDone()) {
					commits.get();
				}
				Thread.sleep(POLL_MILLIS);
			}
			away.set(true);
			// The server then answers the commit, with a warning.
			execute(observer, "select pg_cancel_backend(" + process + ")");
			commits.get();
		}
		finally {
			thread.shutdown();
		}
	}

	private static Callable<Void> commit(Connection connection, AtomicBoolean away) {
		return () -> {
			while (!away.get()) {
				execute(connection, "select pg_logical_emit_message(true, 'standby', '')");
			}
			return null;
		};
	}

	/**
	 * Brings the standby back: the server soon answers all commits.
	 * @param url the JDBC URL of a superuser
	 */
	public static void comeBack(String url) throws SQLException {
		set(url, "");
	}

	private static void set(String url, String name) throws SQLException {
		try (Connection connection = DriverManager.getConnection(url)) {
			execute(connection, "alter system set synchronous_standby_names = '" + name + "'");
			execute(connection, "select pg_reload_conf()");
		}
	}

	private static void execute(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
	}

	private static int number(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet found = statement.executeQuery(sql)) {
			found.next();
			return found.getInt(1);
		}
	}

}
