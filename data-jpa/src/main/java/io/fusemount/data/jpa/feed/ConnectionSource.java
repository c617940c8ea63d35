package io.fusemount.data.jpa.feed;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections of their own, for as long as somebody listens: one of a pool would be
 * missing there.
 */
@FunctionalInterface
public interface ConnectionSource {

	/**
	 * Opens a connection, which commits each statement and is closed by who asked for it.
	 */
	Connection open() throws SQLException;

}
