package io.fusemount.data.jpa.blob;

import java.sql.Clob;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.type.descriptor.java.ClobJavaType;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate's type of {@link Clob}, except that a value is kept when the filesystem
 * merges its entity with itself, as with {@link KeptBlobType}.
 */
final class KeptClobType extends ClobJavaType {

	private static final long serialVersionUID = 1L;

	@Override
	public @Nullable Clob getReplacement(@Nullable Clob original, @Nullable Clob target,
			SharedSessionContractImplementor session) {
		return OwnMerge.keeps(original, target) ? original : super.getReplacement(original, target, session);
	}

}
