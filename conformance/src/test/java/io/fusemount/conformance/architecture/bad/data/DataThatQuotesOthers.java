package io.fusemount.conformance.architecture.bad.data;

import java.sql.SQLException;

import io.fusemount.conformance.architecture.bad.core.errno.ErrnoException;

/**
 * A source of files that lets users read what a driver says.
 */
public class DataThatQuotesOthers {

	ErrnoException translate(SQLException failure) {
		return new ErrnoException(String.valueOf(failure.getMessage()));
	}

}
