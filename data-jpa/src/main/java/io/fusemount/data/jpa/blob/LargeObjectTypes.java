package io.fusemount.data.jpa.blob;

import java.sql.Blob;
import java.sql.Clob;

import io.fusemount.data.jpa.database.DatabaseKind;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.descriptor.java.BlobJavaType;
import org.hibernate.type.descriptor.java.ClobJavaType;
import org.hibernate.type.descriptor.jdbc.BlobJdbcType;

/**
 * Contributes {@link LargeObjectType} for PostgreSQL, and types that keep unchanged large
 * objects.
 */
public final class LargeObjectTypes implements TypeContributor {

	/** Whether the persistence unit uses {@link LargeObjectType}. */
	static boolean areIn(SessionFactoryImplementor sessionFactory) {
		return sessionFactory.getTypeConfiguration()
			.getJdbcTypeRegistry()
			.findDescriptor(BlobJdbcType.BLOB_BINDING.getJdbcTypeCode()) instanceof LargeObjectType;
	}

	@Override
	public void contribute(TypeContributions contributions, ServiceRegistry services) {
		if (DatabaseKind.of(services.requireService(JdbcServices.class).getDialect()) != DatabaseKind.POSTGRESQL) {
			return;
		}
		// An application that has changed how they are written or merged has its reasons.
		var configuration = contributions.getTypeConfiguration();
		if (configuration.getJdbcTypeRegistry()
			.getDescriptor(BlobJdbcType.BLOB_BINDING.getJdbcTypeCode()) == BlobJdbcType.BLOB_BINDING) {
			contributions.contributeJdbcType(new LargeObjectType());
		}
		var types = configuration.getJavaTypeRegistry();
		if (types.findDescriptor(Blob.class) == BlobJavaType.INSTANCE) {
			contributions.contributeJavaType(new KeptBlobType());
		}
		if (types.findDescriptor(Clob.class) == ClobJavaType.INSTANCE) {
			contributions.contributeJavaType(new KeptClobType());
		}
	}

}
