package io.fusemount.autoconfigure.data;

import java.time.Duration;

import io.fusemount.autoconfigure.properties.Requirement;
import io.fusemount.data.jpa.mapping.DetectionStrategy;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Configuration properties of repositories as directories.
 *
 * @param detection Repositories that become directories.
 * @param pageSize Number of rows that a listing reads at once.
 * @param maxInMemoryContent Maximum size of a file whose content is a byte array, which
 * is held completely in memory. Larger files fail with EFBIG.
 * @param database Limits of the use of the database.
 */
@ConfigurationProperties("fusemount")
public record FuseMountJpaProperties(@DefaultValue("annotated") DetectionStrategy detection,
		@DefaultValue("1000") int pageSize, @DefaultValue("64MB") DataSize maxInMemoryContent,
		@DefaultValue Database database) {

	public FuseMountJpaProperties {
		Requirement.that(pageSize > 0, "fusemount.page-size", pageSize, "At least one row is needed.");
		Requirement.that(!maxInMemoryContent.isNegative(), "fusemount.max-in-memory-content", maxInMemoryContent,
				"A size of 0 or more is needed.");
	}

	/**
	 * Limits of the use of the database.
	 *
	 * @param maxConcurrent Maximum number of operations that use the database at once.
	 * Choose a value below the size of the connection pool, so that the application
	 * always gets a connection. With 8, at most 6 operations change something, and 4 of
	 * these send content of more than 1MB.
	 * @param maxWait How long an operation waits for its turn before programs get EAGAIN.
	 * Content of more than 1MB waits as long as other content makes progress.
	 * @param timeout How long a transaction may take before programs get ETIMEDOUT.
	 * Transactions with content may take this long for each MB. The connection to a
	 * server that does not answer at all is closed 5 seconds later, unless a commit is
	 * pending.
	 */
	public record Database(@DefaultValue("8") int maxConcurrent, @DefaultValue("10s") Duration maxWait,
			@DefaultValue("60s") Duration timeout) {

		public Database {
			Requirement.that(maxConcurrent > 0, "fusemount.database.max-concurrent", maxConcurrent,
					"At least one operation is needed.");
			Requirement.positive("fusemount.database.max-wait", maxWait);
			Requirement.positive("fusemount.database.timeout", timeout);
		}

	}

}
