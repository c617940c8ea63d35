package io.fusemount.data.jpa.blob;

import java.sql.Blob;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.type.descriptor.java.BlobJavaType;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate's type of {@link Blob}, except that a value is kept when the filesystem
 * merges its entity with itself, as saving a loaded entity does. Hibernate would create a
 * new value with its stream and length, for which PostgreSQL's driver opens and measures
 * the large object: eight round trips.
 */
final class KeptBlobType extends BlobJavaType {

	private static final long serialVersionUID = 1L;

	@Override
	public @Nullable Blob getReplacement(@Nullable Blob original, @Nullable Blob target,
			SharedSessionContractImplementor session) {
		return OwnMerge.keeps(original, target) ? original : super.getReplacement(original, target, session);
	}

}
