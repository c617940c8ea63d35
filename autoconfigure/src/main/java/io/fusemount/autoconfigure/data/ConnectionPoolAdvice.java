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
 * Warns of a connection pool that programs alone can exhaust, so that the application
 * would wait for them.
 *
 * @param dataSource the data source, if there is exactly one
 * @param providers the providers of metadata about its pool
 * @param maxConcurrent the number of operations that use the database at once
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
		return List
			.of(("The connection pool has %d connections and fusemount.database.max-concurrent is %d: programs that use "
					+ "the files can take every connection and make the application wait. Increase the pool size "
					+ "(spring.datasource.hikari.maximum-pool-size), or set fusemount.database.max-concurrent to less than the pool size")
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
