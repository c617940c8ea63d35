package io.fusemount.data.jpa.blob;

import java.sql.Blob;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.type.descriptor.java.BlobJavaType;
import org.jspecify.annotations.Nullable;

/**
 * {@link Blob} as Hibernate has it, except that one stays what it is when the filesystem
 * merges its entity with itself, which is what saving an entity comes to that has been
 * loaded. Hibernate makes another one of its stream and length then, for which
 * PostgreSQL's driver opens and measures the large object: eight round trips.
 */
final class KeptBlobType extends BlobJavaType {

	private static final long serialVersionUID = 1L;

	@Override
	public @Nullable Blob getReplacement(@Nullable Blob original, @Nullable Blob target,
			SharedSessionContractImplementor session) {
		return OwnMerge.keeps(original, target) ? original : super.getReplacement(original, target, session);
	}

}
