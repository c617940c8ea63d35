package io.fusemount.autoconfigure.data;

import java.time.Duration;

import io.fusemount.autoconfigure.properties.Requirement;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the change feed of PostgreSQL.
 *
 * @param enabled Whether to listen to PostgreSQL's notifications of changed rows, from
 * any source. Needs triggers in the database.
 * @param timeToLive How long attributes and entries stay valid without querying the
 * database while every change is reported. Without a connection or without triggers, and
 * with 0s, fusemount.cache.time-to-live applies.
 * @param url JDBC URL of the listening connection, which must lead to the primary server
 * and must not pass through a transaction pooler. Default is that of the data source.
 * @param username User of the listening connection. Default is that of the data source.
 * @param password Password of the listening connection. Default is that of the data
 * source.
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
