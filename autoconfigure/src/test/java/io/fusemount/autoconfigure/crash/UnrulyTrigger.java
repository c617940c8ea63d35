package io.fusemount.autoconfigure.crash;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.h2.api.Trigger;

/**
 * Code of the database that misbehaves in the middle of a statement, in the process of
 * the application: it takes all memory for a file named {@code exhausting}, and never
 * returns for one whose name begins with {@code hanging}.
 */
public final class UnrulyTrigger implements Trigger {

	private static final int PIECE = 1 << 20;

	/**
	 * Creates the trigger in the database of an application that has ended.
	 */
	static void create(String jdbcUrl) {
		try (Connection connection = DriverManager.getConnection(jdbcUrl);
				Statement statement = connection.createStatement()) {
			statement.execute("create trigger unruly before insert on stored_file for each row call '"
					+ UnrulyTrigger.class.getName() + "'");
			statement.execute("shutdown");
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void fire(Connection connection, Object[] before, Object[] after) {
		for (Object value : Arrays.asList(after)) {
			if ("exhausting".equals(value)) {
				List<byte[]> taken = new ArrayList<>();
				while (taken.size() < Integer.MAX_VALUE) {
					taken.add(new byte[PIECE]);
				}
			}
			while (value instanceof String name && name.startsWith("hanging")) {
				// An interrupt ends a park at once and is kept: it is a busy loop then.
				LockSupport.park();
			}
		}
	}

}
