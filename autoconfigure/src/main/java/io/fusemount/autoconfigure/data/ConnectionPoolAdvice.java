package io.fusemount.autoconfigure.data;

import java.util.List;
import java.util.Objects;

import javax.sql.DataSource;

import io.fusemount.autoconfigure.advice.Advice;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;

/**
 * A connection pool that programs alone can exhaust: the application would wait for them.
 *
 * @param dataSource the data source, if there is one only
 * @param providers who knows its pool
 * @param maxConcurrent how many operations use the database at once
 */
record ConnectionPoolAdvice(ObjectProvider<DataSource> dataSource,
		ObjectProvider<DataSourcePoolMetadataProvider> providers, int maxConcurrent) implements Advice {

	@Override
	public List<String> lines() {
		DataSource pool = this.dataSource.getIfUnique();
		Integer size = (pool != null) ? size(pool) : null;
		if (size == null || size < 1 || size > this.maxConcurrent) {
			return List.of();
		}
		return List.of(("The connection pool has %d and fusemount.database.max-concurrent is %d: programs that use the "
				+ "files can take every connection, and the application waits. Make the pool larger "
				+ "(spring.datasource.hikari.maximum-pool-size), or set fusemount.database.max-concurrent to less than it has")
			.formatted(size, this.maxConcurrent));
	}

	private @Nullable Integer size(DataSource pool) {
		return this.providers.orderedStream()
			.map((provider) -> provider.getDataSourcePoolMetadata(pool))
			.filter(Objects::nonNull)
			.map(DataSourcePoolMetadata::getMax)
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

}
