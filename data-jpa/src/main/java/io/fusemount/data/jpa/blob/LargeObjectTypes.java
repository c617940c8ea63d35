package io.fusemount.data.jpa.blob;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.descriptor.jdbc.BlobJdbcType;

/**
 * Lets large objects of PostgreSQL be written as {@link LargeObjectType} does.
 */
public final class LargeObjectTypes implements TypeContributor {

	/** Whether the persistence unit has them. */
	static boolean areIn(SessionFactoryImplementor sessionFactory) {
		return sessionFactory.getTypeConfiguration()
			.getJdbcTypeRegistry()
			.findDescriptor(BlobJdbcType.BLOB_BINDING.getJdbcTypeCode()) instanceof LargeObjectType;
	}

	@Override
	public void contribute(TypeContributions contributions, ServiceRegistry services) {
		var types = contributions.getTypeConfiguration().getJdbcTypeRegistry();
		// An application that has changed how they are written knows why.
		if (DatabaseKind.of(services.requireService(JdbcServices.class).getDialect()) == DatabaseKind.POSTGRESQL
				&& types.getDescriptor(BlobJdbcType.BLOB_BINDING.getJdbcTypeCode()) == BlobJdbcType.BLOB_BINDING) {
			contributions.contributeJdbcType(new LargeObjectType());
		}
	}

}
