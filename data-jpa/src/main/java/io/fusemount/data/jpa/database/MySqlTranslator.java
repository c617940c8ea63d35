package io.fusemount.data.jpa.database;

import java.util.Set;
import java.util.regex.Pattern;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslator;
import org.jspecify.annotations.Nullable;

/**
 * Translates failures that MariaDB and MySQL tell apart only by error code. Their SQL
 * states are the same for a duplicate and a missing value, and for a broken connection
 * and a statement that is too large. Other databases do not use these codes.
 */
final class MySqlTranslator implements ErrnoTranslator {

	private static final Pattern DISK_FULL = Pattern.compile("\\b28\\b");

	private static final String TOO_LONG = "'%s'";

	/** The check of a column is named after the table and the column. */
	private static final String RULE = "^[^`]*CONSTRAINT `[^`]*\\.%s` failed";

	private final Set<String> nameColumns;

	MySqlTranslator(Set<String> nameColumns) {
		this.nameColumns = Set.copyOf(nameColumns);
	}

	@Override
	public @Nullable ErrnoException translate(Throwable failure) {
		Causes causes = new Causes(failure);
		Throwable refusal = causes.named("org.mariadb.jdbc.export.MaxAllowedPacketException");
		if (refusal != null) {
			return new ErrnoException(Errno.EFBIG, "The driver of the database loads no content as large as this",
					"Let the content be lazy, by @Basic(fetch = LAZY) and the goal enhance of "
							+ "org.hibernate.orm:hibernate-maven-plugin in the build, or raise the heap, a quarter of "
							+ "which the driver takes",
					failure);
		}
		return switch (causes.errorCode()) {
			case 1153, 1301 -> new ErrnoException(Errno.EFBIG, "The database takes no content as large as this",
					"Raise the database's max_allowed_packet, which can be 1G, and restart the application", failure);
			case 1406 -> tooLong(causes, failure);
			case 1048,
					1364 ->
				new ErrnoException(Errno.EINVAL, "A value that must be there is missing",
						"A new file has nothing but name, content, size and times: give the other columns defaults",
						failure);
			case 1452, 1216, 3819, 4025 -> ConstraintTranslator.rule(isAboutName(causes, RULE), failure);
			case 1366, 1267, 3854 -> new ErrnoException(Errno.EINVAL, "The database cannot store the text",
					"Let the column have the character set utf8mb4", failure);
			case 1021, 1114 -> new ErrnoException(Errno.ENOSPC, "The database's disk is full", failure);
			case 1026, 1030 -> causes.says(DISK_FULL)
					? new ErrnoException(Errno.ENOSPC, "The database's disk is full", failure) : null;
			case 1020 -> new ErrnoException(Errno.ESTALE, "Somebody else has changed it in the meantime", failure);
			case 1205, 1213 -> new ErrnoException(Errno.EAGAIN, "The database is busy; try again", failure);
			case 1040, 1203, 1226 -> new ErrnoException(Errno.EAGAIN, "No database connection is free; try again",
					"Let the database take more connections, or the pool have fewer", failure);
			case 1317, 1969, 3024 -> new ErrnoException(Errno.ETIMEDOUT, "The database took too long", failure);
			case 1290, 1792, 1836 -> new ErrnoException(Errno.EROFS, "The database is read-only", failure);
			case 1142, 1143 -> new ErrnoException(Errno.EACCES, "The database does not permit it", failure);
			default -> null;
		};
	}

	private ErrnoException tooLong(Causes causes, Throwable failure) {
		return isAboutName(causes, TOO_LONG)
				? new ErrnoException(Errno.ENAMETOOLONG, "The name, or another text, is too long", failure)
				: new ErrnoException(Errno.EFBIG, "The content, or another value, is too long", failure);
	}

	private boolean isAboutName(Causes causes, String words) {
		return this.nameColumns.stream()
			.anyMatch((column) -> causes.says(Pattern.compile(words.formatted(Pattern.quote(column)))));
	}

}
