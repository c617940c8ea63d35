package io.fusemount.data.jpa.refusals;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;

import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/**
 * The rule of the triggers as H2 has them.
 */
public final class Sundays implements Trigger {

	@Override
	public void fire(Connection connection, Object @Nullable [] before, Object @Nullable [] after) throws SQLException {
		if (after != null && Arrays.asList(after).contains("sunday")) {
			throw new SQLException("Nothing is stored on sundays");
		}
		if (after != null && Arrays.asList(after).contains("holiday")) {
			throw new IllegalStateException("Nothing is stored on holidays");
		}
	}

}
