package io.fusemount.data.jpa.blob;

import java.io.IOException;
import java.io.InputStream;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import io.fusemount.core.limit.Demand;
import io.fusemount.data.jpa.database.SessionStatement;
import org.hibernate.engine.jdbc.BlobImplementer;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.jdbc.BasicBinder;
import org.hibernate.type.descriptor.jdbc.BlobJdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.spi.TypeConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate's type of PostgreSQL's large objects, except that a single statement creates
 * one for small content of a file. The driver takes four calls for each, which have no
 * time limit. It still does so for large content and for all values that are not
 * FuseMount's.
 */
final class LargeObjectType implements JdbcType {

	private static final long serialVersionUID = 1L;

	private static final SessionStatement CREATE = new SessionStatement("select lo_from_bytea(0, ?)",
			"Content cannot be stored");

	private final JdbcType type = BlobJdbcType.BLOB_BINDING;

	/** Whether one statement can carry the whole content. */
	static boolean isSmall(long bytes) {
		return Demand.sending(bytes) != Demand.UPLOAD;
	}

	@Override
	public int getJdbcTypeCode() {
		return this.type.getJdbcTypeCode();
	}

	@Override
	public String getFriendlyName() {
		return this.type.getFriendlyName();
	}

	@Override
	public JavaType<?> getRecommendedJavaType(@Nullable Integer precision, @Nullable Integer scale,
			TypeConfiguration configuration) {
		return this.type.getRecommendedJavaType(precision, scale, configuration);
	}

	@Override
	public <X> ValueExtractor<X> getExtractor(JavaType<X> javaType) {
		return this.type.getExtractor(javaType);
	}

	@Override
	public <X> ValueBinder<X> getBinder(JavaType<X> javaType) {
		ValueBinder<X> binder = this.type.getBinder(javaType);
		return new BasicBinder<>(javaType, this) {

			private static final long serialVersionUID = 1L;

			@Override
			protected void doBind(PreparedStatement statement, X value, int index, WrapperOptions options)
					throws SQLException {
				if (Upload.isUnderWay() && value instanceof Blob blob && value instanceof BlobImplementer proxy
						&& isSmall(blob.length())) {
					bindSmall(statement, index, proxy.getUnderlyingStream().getInputStream(), blob.length(), options);
				}
				else {
					binder.bind(statement, value, index, options);
				}
			}

			@Override
			protected void doBind(CallableStatement statement, X value, String name, WrapperOptions options)
					throws SQLException {
				binder.bind(statement, value, name, options);
			}

		};
	}

	/**
	 * Binds small content. Only its stream shows whether it is FuseMount's: Hibernate
	 * hands the stream out once, and copies it to other objects.
	 */
	private static void bindSmall(PreparedStatement statement, int index, InputStream content, long length,
			WrapperOptions options) throws SQLException {
		if (Upload.isWithRow(content)) {
			statement.setBytes(index, bytes(content, length));
		}
		else if (Upload.isOne(content)) {
			statement.setLong(index, create(content, length, options.getSession()));
		}
		else {
			statement.setBlob(index, content, length);
		}
	}

	/**
	 * Creates a large object in the active transaction.
	 * @return the number of the object
	 */
	private static long create(InputStream content, long length, SharedSessionContractImplementor active)
			throws SQLException {
		return CREATE.executeWithin(active, (statement, session) -> {
			statement.setBytes(1, bytes(content, length));
			return CREATE.number(statement, session);
		});
	}

	private static byte[] bytes(InputStream content, long length) throws SQLException {
		try {
			return Upload.bytes(content, length);
		}
		catch (IOException ex) {
			throw new SQLException(ex.getMessage(), ex);
		}
	}

}
