package io.fusemount.autoconfigure.data;

import java.time.Duration;

import io.fusemount.autoconfigure.properties.Requirement;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the change feed of PostgreSQL.
 *
 * @param enabled Whether to listen to what PostgreSQL announces of changed rows, whoever
 * changes them. Needs triggers in the database.
 * @param timeToLive How long attributes and entries are believed without a look at the
 * database while every change is heard. Without a connection, or without triggers,
 * fusemount.cache.time-to-live counts, and always with 0s.
 * @param url JDBC URL of the connection that listens, which must lead to the primary
 * server, and not by way of a pooler of transactions. Default is that of the data source.
 * @param username User of that connection. Default is that of the data source.
 * @param password Password of that connection. Default is that of the data source.
 */
@ConfigurationProperties("fusemount.change-feed.postgresql")
public record PostgresChangeFeedProperties(@DefaultValue("false") boolean enabled,
		@DefaultValue("0s") Duration timeToLive, @Nullable String url, @Nullable String username,
		@Nullable String password) {

	static final String TIME_TO_LIVE = "fusemount.change-feed.postgresql.time-to-live";

	public PostgresChangeFeedProperties {
		Requirement.that(!timeToLive.isNegative(), TIME_TO_LIVE, timeToLive, "A duration of 0 or more is needed.");
	}

}
