package io.fusemount.data.jpa.feed;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens separate connections for listening. A pooled connection would be missing from its
 * pool for as long as the feed listens.
 */
@FunctionalInterface
public interface ConnectionSource {

	/**
	 * Opens a connection in auto-commit mode, which the caller closes.
	 */
	Connection open() throws SQLException;

}
