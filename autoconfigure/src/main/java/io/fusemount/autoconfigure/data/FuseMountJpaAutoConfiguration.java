package io.fusemount.autoconfigure.data;

import java.time.Duration;

import javax.sql.DataSource;

import io.fusemount.autoconfigure.FuseMountAutoConfiguration;
import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.properties.ConfiguredMounts;
import io.fusemount.autoconfigure.properties.Requirement;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.operation.AccountNames;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.feed.PostgresChangeFeed;
import io.fusemount.transport.device.account.NssNames;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/**
 * {@link EnableAutoConfiguration Auto-configuration} of JPA repositories as directories.
 */
@AutoConfiguration(before = FuseMountAutoConfiguration.class,
		afterName = { "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
				"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
@ConditionalOnClass(JpaDirectories.class)
@ConditionalOnBean(type = "jakarta.persistence.EntityManagerFactory")
@ConditionalOnBooleanProperty(name = "fusemount.enabled", matchIfMissing = true)
@Conditional(OnMountPointCondition.class)
@EnableConfigurationProperties(FuseMountJpaProperties.class)
public final class FuseMountJpaAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	DatabasePermits fuseMountDatabasePermits(FuseMountJpaProperties properties) {
		FuseMountJpaProperties.Database database = properties.database();
		return new DatabasePermits(database.maxConcurrent(), database.maxWait(), database.timeout());
	}

	/** It reads which keys tables have, and scripts may add some. */
	@Bean
	@ConditionalOnMissingBean
	@DependsOnDatabaseInitialization
	JpaDirectories fuseMountJpaDirectories(ListableBeanFactory beanFactory, DatabasePermits permits,
			ConfiguredMounts mounts, FuseMountJpaProperties properties) {
		JpaSettings settings = new JpaSettings(properties.detection(), mounts, properties.pageSize(),
				properties.database().timeout(), properties.maxInMemoryContent().toBytes());
		return new JpaDirectories(beanFactory, settings, permits);
	}

	@Bean
	DirectorySource fuseMountRepositoryDirectories(JpaDirectories directories) {
		return (mount, action) -> directories.directories(mount).forEach(action);
	}

	@Bean
	ChangeFeed fuseMountEntityChangeFeed(JpaDirectories directories) {
		return directories.changeFeed();
	}

	@Bean
	ErrnoTranslator fuseMountJpaErrnoTranslator(JpaDirectories directories) {
		return directories.errnoTranslator();
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = { "org.postgresql.PGConnection",
			"org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails" })
	@ConditionalOnBooleanProperty("fusemount.change-feed.postgresql.enabled")
	@EnableConfigurationProperties(PostgresChangeFeedProperties.class)
	static class PostgresChangeFeedConfiguration {

		@Bean
		PostgresChangeFeed fuseMountPostgresChangeFeed(JpaDirectories directories,
				PostgresChangeFeedProperties properties, ObjectProvider<JdbcConnectionDetails> connectionDetails) {
			Duration timeToLive = properties.timeToLive();
			PostgresChangeFeed feed = directories
				.postgresChangeFeed(new FeedConnections(properties, connectionDetails.getIfUnique()), timeToLive);
			Requirement.that(!feed.tables().isEmpty(), "fusemount.change-feed.postgresql.enabled", true,
					"No mounted repository uses PostgreSQL.");
			Requirement.that(timeToLive.isZero() || feed.unheard().isEmpty(), PostgresChangeFeedProperties.TIME_TO_LIVE,
					timeToLive, "Not every change can be received: " + String.join(", ", feed.unheard())
							+ ". Remove the property.");
			return feed;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(DataSourcePoolMetadataProvider.class)
	static class PoolConfiguration {

		@Bean
		ConnectionPoolAdvice fuseMountConnectionPoolAdvice(ObjectProvider<DataSource> dataSource,
				ObjectProvider<DataSourcePoolMetadataProvider> providers, DatabasePermits permits) {
			return new ConnectionPoolAdvice(dataSource, providers, permits.limit());
		}

	}

	/** For entities that keep owners and groups by their names. */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(NssNames.class)
	static class NssConfiguration {

		@Bean
		@ConditionalOnMissingBean
		AccountNames fuseMountAccountNames() {
			return NssNames.ofThisMachine();
		}

	}

}
