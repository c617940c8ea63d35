package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.boot.model.FunctionContributions;
import org.hibernate.boot.model.FunctionContributor;
import org.hibernate.type.BasicTypeReference;
import org.hibernate.type.StandardBasicTypes;
import org.jspecify.annotations.Nullable;

/**
 * Functions of databases for HQL. Those that return a range of bytes take the position,
 * the length and then the column. Others return the length of a column in bytes, 0 if it
 * is null. Those that change a large object of PostgreSQL take the column last, too.
 * <p>
 * HQL could pass them to SQL with its own {@code sql}, but Hibernate would translate such
 * a query anew every time: the last argument of a function may be a list of any length if
 * it is a parameter. Hibernate would also ask the driver for the type of the result.
 */
public final class RangeFunctions implements FunctionContributor {

	/** A range of a large object of PostgreSQL; positions count from 0. */
	static final String LARGE_OBJECT = "fusemount_lo_get";

	/** A range of a binary value; positions count from 1. */
	static final String SUBSTRING = "fusemount_substring";

	/**
	 * The length of a large object of PostgreSQL. Null if the object does not exist or
	 * the user may not read it: opening it would fail the whole statement. 262144 is
	 * INV_READ, 2 is SEEK_END; the descriptors close with the transaction.
	 */
	static final String LARGE_OBJECT_LENGTH = "fusemount_lo_length";

	/** Removes a large object of PostgreSQL; null if the column has none. */
	static final String LARGE_OBJECT_UNLINK = "fusemount_lo_unlink";

	/** Overwrites a range of a large object, from the position, with the bytes. */
	static final String LARGE_OBJECT_PUT = "fusemount_lo_put";

	/**
	 * Overwrites a range of a large object if it has the length that follows the bytes.
	 * Null, with nothing done, if it has another length or cannot be read.
	 */
	static final String LARGE_OBJECT_PUT_AT_LENGTH = "fusemount_lo_put_at_length";

	/** Sets the length of a large object; 131072 is INV_WRITE. */
	static final String LARGE_OBJECT_TRUNCATE = "fusemount_lo_truncate";

	/** The length of any other binary value. */
	static final String LENGTH = "fusemount_length";

	/** The length of text in UTF-8. */
	static final String TEXT_LENGTH = "fusemount_text_length";

	private static final String READABLE = "select 1 from pg_largeobject_metadata m where m.oid = ?1 and "
			+ "(cast(current_setting('lo_compat_privileges') as boolean) or pg_has_role(m.lomowner, 'usage') "
			+ "or exists (select 1 from aclexplode(m.lomacl) a where a.privilege_type = 'SELECT' "
			+ "and (a.grantee = 0 or pg_has_role(a.grantee, 'usage'))))";

	private static final String READABLE_LENGTH = "case when ?1 is null then 0 when exists (" + READABLE
			+ ") then lo_lseek64(lo_open(?1, 262144), 0, 2) end";

	private static final String PUT = "cast(lo_put(?3, ?1, ?2) as text)";

	/** The column may be an expression; the offset makes it be computed only once. */
	private static final String PUT_AT_LENGTH = "(select case when " + READABLE_LENGTH.replace("?1", "p.o")
			+ " = ?3 then " + PUT.replace("?3", "p.o") + " end from (select ?4 as o offset 0) p)";

	@Override
	public void contributeFunctions(FunctionContributions functions) {
		register(functions, LARGE_OBJECT, "lo_get(?3, ?1, ?2)", StandardBasicTypes.BINARY, 3);
		register(functions, SUBSTRING, "substring(?3 from ?1 for ?2)", StandardBasicTypes.BINARY, 3);
		register(functions, LARGE_OBJECT_LENGTH, READABLE_LENGTH, StandardBasicTypes.LONG, 1);
		register(functions, LARGE_OBJECT_UNLINK, "lo_unlink(?1)", StandardBasicTypes.INTEGER, 1);
		register(functions, LARGE_OBJECT_PUT, PUT, StandardBasicTypes.STRING, 3);
		register(functions, LARGE_OBJECT_PUT_AT_LENGTH, PUT_AT_LENGTH, StandardBasicTypes.STRING, 4);
		register(functions, LARGE_OBJECT_TRUNCATE, "lo_truncate64(lo_open(?2, 131072), ?1)", StandardBasicTypes.INTEGER,
				2);
		register(functions, LENGTH, "coalesce(" + lengthInSql("?1") + ", 0)", StandardBasicTypes.LONG, 1);
		String text = textLengthInSql(DatabaseKind.of(functions.getDialect()), "?1");
		if (text != null) {
			register(functions, TEXT_LENGTH, "coalesce(" + text + ", 0)", StandardBasicTypes.LONG, 1);
		}
	}

	/**
	 * Returns {@link #TEXT_LENGTH} in SQL, or {@code null} if it is not known.
	 */
	static @Nullable String textLengthInSql(DatabaseKind database, String column) {
		return switch (database) {
			case POSTGRESQL -> "octet_length(convert_to(" + column + ", 'UTF8'))";
			case MARIADB, MYSQL -> "octet_length(convert(" + column + " using utf8mb4))";
			case H2 -> "octet_length(" + column + ")";
			case OTHER -> null;
		};
	}

	/** Returns {@link #LENGTH} in SQL. */
	static String lengthInSql(String column) {
		return "octet_length(" + column + ")";
	}

	private static <T> void register(FunctionContributions functions, String name, String pattern,
			BasicTypeReference<T> type, int arguments) {
		functions.getFunctionRegistry()
			.patternDescriptorBuilder(name, pattern)
			.setInvariantType(functions.getTypeConfiguration().getBasicTypeRegistry().resolve(type))
			.setExactArgumentCount(arguments)
			.register();
	}

}
