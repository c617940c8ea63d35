package io.fusemount.data.jpa.database;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import jakarta.persistence.OptimisticLockException;
import org.hibernate.PropertyValueException;
import org.hibernate.TransactionException;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.exception.ConstraintViolationException.ConstraintKind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.orm.ObjectOptimisticLockingFailureException;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Which errno the failures of Spring, Hibernate and databases become.
 */
class JpaErrnoTranslatorTests {

	private final JpaErrnoTranslator translator = new JpaErrnoTranslator(Set.of("number"));

	static Stream<Arguments> failures() {
		return Stream.of(arguments(unique("Key (number)=(a) already exists."), Errno.EEXIST),
				arguments(unique(
						"Unique index or primary key violation: \"PUBLIC.UK ON PUBLIC.INVOICE(NUMBER NULLS FIRST)\""),
						Errno.EEXIST),
				arguments(unique("Duplicate entry 'a' for key 'invoice.number'"), Errno.EEXIST),
				arguments(unique("Key (part_number)=(1) already exists."), Errno.EINVAL),
				arguments(integrity("23502", "null value in column \"customer\""), Errno.EINVAL),
				arguments(integrity("23514", "violates check constraint"), Errno.EINVAL),
				arguments(integrity("23503", "is still referenced from table \"payment\""), Errno.EBUSY),
				arguments(integrity("23506", "H2: no such parent"), Errno.EINVAL),
				arguments(integrity("22001", "value too long for type character varying(40)"), Errno.ENAMETOOLONG),
				arguments(integrity("22001", "Value too long for column \"DATA BINARY VARYING(255)\""), Errno.EFBIG),
				arguments(integrity("22021", "invalid byte sequence for encoding \"UTF8\": 0x00"), Errno.EINVAL),
				arguments(system("53100", "could not extend file"), Errno.ENOSPC),
				arguments(maria(1062, "23000", "Duplicate entry 'a' for key 'number'"), Errno.EEXIST),
				arguments(maria(1062, "23000", "Duplicate entry 'number' for key 'part'"), Errno.EINVAL),
				arguments(maria(1452, "23000", "Cannot add or update a child row"), Errno.EINVAL),
				arguments(maria(1048, "23000", "Column 'customer' cannot be null"), Errno.EINVAL),
				arguments(maria(1364, "HY000", "Field 'customer' doesn't have a default value"), Errno.EINVAL),
				arguments(maria(4025, "23000", "CONSTRAINT `paid` failed for `invoice`"), Errno.EINVAL),
				arguments(maria(1366, "22007", "Incorrect string value: '\\xF0\\x9F' for column"), Errno.EINVAL),
				arguments(maria(1406, "22001", "Data too long for column 'number' at row 1"), Errno.ENAMETOOLONG),
				arguments(maria(1406, "22001", "Data too long for column 'document' at row 1"), Errno.EFBIG),
				arguments(maria(1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes"), Errno.EFBIG),
				arguments(maria(1114, "HY000", "The table 'invoice' is full"), Errno.ENOSPC),
				arguments(maria(1030, "HY000", "Got error 28 \"No space left on device\""), Errno.ENOSPC),
				arguments(maria(1205, "HY000", "Lock wait timeout exceeded"), Errno.EAGAIN),
				arguments(maria(1213, "40001", "Deadlock found when trying to get lock"), Errno.EAGAIN),
				arguments(maria(1040, "08004", "Too many connections"), Errno.EAGAIN),
				arguments(maria(1969, "70100", "Query execution was interrupted (max_statement_time exceeded)"),
						Errno.ETIMEDOUT),
				arguments(maria(1020, "HY000", "Record has changed since last read"), Errno.ESTALE),
				arguments(maria(1290, "HY000", "running with the --read-only option"), Errno.EROFS),
				arguments(system("25006", "cannot execute UPDATE in a read-only transaction"), Errno.EROFS),
				arguments(system("90097", "The database is read only"), Errno.EROFS),
				arguments(maria(1142, "42000", "INSERT command denied to user"), Errno.EACCES),
				arguments(maria(1927, "08S01", "Connection was killed"), Errno.EIO),
				arguments(system("57014", "canceling statement due to user request"), Errno.ETIMEDOUT),
				arguments(new TransactionTimedOutException("deadline"), Errno.ETIMEDOUT),
				arguments(system("40P01", "deadlock detected"), Errno.EAGAIN),
				arguments(system("40003", "statement completion unknown"), Errno.EIO),
				arguments(new CannotAcquireLockException("busy"), Errno.EAGAIN),
				arguments(system("42704", "large object 1 does not exist"), Errno.ESTALE),
				arguments(new OptimisticLockException("moved"), Errno.ESTALE),
				arguments(new ObjectOptimisticLockingFailureException("Invoice", 1), Errno.ESTALE),
				arguments(pool(null), Errno.EAGAIN),
				arguments(pool(new SQLException("refused", "08001", new ConnectException("refused"))), Errno.EIO),
				arguments(pool(new SQLException("Access denied", "28000")), Errno.EIO),
				arguments(pool(new SQLException("no answer", "08S01", new SocketTimeoutException("timed out"))),
						Errno.EIO),
				arguments(pool(new SQLException("Too many connections", "08004", 1040)), Errno.EAGAIN),
				arguments(system("57P01", "terminating connection"), Errno.EIO),
				arguments(new IllegalStateException(new ErrnoException(Errno.EDQUOT, "full")), Errno.EDQUOT));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void failureBecomesErrno(Throwable failure, Errno errno) {
		ErrnoException translated = this.translator.translate(failure);
		assertThat(translated).isNotNull();
		assertThat(Objects.requireNonNull(translated).errno()).as(translated.getMessage()).isEqualTo(errno);
		assertThat(translated.getMessage()).isNotBlank();
	}

	static Stream<Arguments> reasons() {
		return Stream.of(
				arguments(unique("ERROR: duplicate key value violates unique constraint \"invoice_number_key\"\n"
						+ "  Detail: Key (number)=(a) already exists."), "Another file has this name already"),
				arguments(unique("Unique index or primary key violation: \"UK ON INVOICE(NUMBER)\"; SQL statement:\n"
						+ "insert into invoice"), "Another file has this name already"),
				arguments(unique("Key (part_number)=(1) already exists."), "A value that must be unique is taken"),
				arguments(unique("Unique index or primary key violation: \"UK ON INVOICE(PART)\"; SQL statement:\n"
						+ "insert into invoice (number, part)"), "A value that must be unique is taken"),
				arguments(integrity("23502", "NULL not allowed for column \"CUSTOMER\"; SQL statement:"),
						"A value that must be there is missing"),
				arguments(new JpaSystemException(new PropertyValueException("null", "Invoice", "customer")),
						"A value that must be there is missing: customer"),
				arguments(integrity("23514", "ERROR: violates check constraint \"paid\""),
						"A rule of the database refuses it; the application's log says which"),
				arguments(integrity("23503", "is still referenced from table \"payment\""),
						"The application still needs it: other rows refer to it"),
				arguments(integrity("22001", "ERROR: value too long for type character varying(40)"),
						"The name, or another text, is too long"),
				arguments(maria(1048, "23000", "Column 'customer' cannot be null"),
						"A value that must be there is missing"),
				arguments(new OptimisticLockException("moved"), "Somebody else has changed it in the meantime"),
				arguments(new JpaSystemException(new TransactionException("Unable to rollback against JDBC Connection",
						new SQLException("Connection is closed"))), "The database cannot be reached"),
				arguments(pool(new SQLException("Connection refused", "08001", new ConnectException("refused"))),
						"The database cannot be reached"));
	}

	@ParameterizedTest
	@MethodSource("reasons")
	void reasonIsInWordsForPeople(Throwable failure, String words) {
		assertThat(this.translator.translate(failure)).hasMessage(words);
	}

	@Test
	void answerThatTheDriverRefusesIsTooLarge() {
		SQLException broken = new SQLException("(conn=4) Socket error", "08000",
				new org.mariadb.jdbc.export.MaxAllowedPacketException("received packet size (2) is greater than (1)",
						true));
		assertThat(this.translator.translate(new JpaSystemException(new IllegalStateException(broken))))
			.hasMessage("The driver of the database loads no content as large as this")
			.extracting("errno")
			.isEqualTo(Errno.EFBIG);
	}

	@Test
	void unknownFailureIsLeftToOthers() {
		assertThat(this.translator.translate(new IllegalStateException("what?"))).isNull();
	}

	private static Throwable unique(String words) {
		return new DataIntegrityViolationException("could not execute statement",
				new ConstraintViolationException("could not execute statement", new SQLException(words, "23505"),
						"insert", ConstraintKind.UNIQUE, "uk"));
	}

	private static Throwable maria(int code, String state, String words) {
		SQLException answer = new SQLException("(conn=4) " + words, state, code);
		if (!state.startsWith("23")) {
			return new JpaSystemException(new IllegalStateException(answer));
		}
		return new DataIntegrityViolationException("could not execute statement",
				new ConstraintViolationException("could not execute statement", answer, "insert",
						(code == 1062) ? ConstraintKind.UNIQUE : ConstraintKind.OTHER, null));
	}

	private static Throwable integrity(String state, String words) {
		return new DataIntegrityViolationException("could not execute statement", new SQLException(words, state));
	}

	private static Throwable system(String state, String words) {
		return new JpaSystemException(new IllegalStateException(new SQLException(words, state)));
	}

	private static Throwable pool(@Nullable Throwable cause) {
		return new CannotCreateTransactionException("Could not open JPA EntityManager for transaction",
				new SQLTransientConnectionException("Connection is not available, request timed out after 30000ms",
						cause));
	}

}
