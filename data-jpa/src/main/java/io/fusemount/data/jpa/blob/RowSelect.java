package io.fusemount.data.jpa.blob;

import java.util.List;
import java.util.Map;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import jakarta.persistence.TypedQuery;
import org.jspecify.annotations.Nullable;

/**
 * Selects an SQL expression over the content of one row, if the row still has the version
 * that the caller knows. In HQL, so that it works for whatever table the column is in.
 */
final class RowSelect {

	private final EntityMapping entity;

	RowSelect(EntityMapping entity) {
		this.entity = entity;
	}

	/**
	 * Returns the value of the expression, in which a question mark stands for the column
	 * and the names in braces for the parameters.
	 * @throws ErrnoException {@code ESTALE} if there is no such row any more
	 */
	@Nullable Object value(EntityManager entityManager, String sql, Map<String, Object> parameters, Object id,
			@Nullable Object version) {
		StringBuilder hql = new StringBuilder("select sql('").append(sql).append("', e.").append(content());
		parameters.keySet().forEach((name) -> hql.append(", :").append(name));
		hql.append(") from ").append(this.entity.name()).append(" e where e.").append(this.entity.id().name());
		hql.append(" = :id");
		boolean guarded = version != null && this.entity.version() != null;
		if (guarded) {
			hql.append(" and e.").append(this.entity.version()).append(" = :version");
		}
		TypedQuery<Object> query = entityManager.createQuery(hql.toString(), Object.class).setParameter("id", id);
		parameters.forEach(query::setParameter);
		if (guarded) {
			query.setParameter("version", version);
		}
		List<Object> rows = query.getResultList();
		if (rows.isEmpty()) {
			throw new ErrnoException(Errno.ESTALE, "The content has been replaced or deleted in the meantime");
		}
		return rows.get(0);
	}

	private String content() {
		return this.entity.content().name();
	}

	EntityMapping entity() {
		return this.entity;
	}

}
