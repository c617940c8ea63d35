package io.fusemount.data.jpa.scope;

import java.util.Objects;
import java.util.Set;

import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowIdentity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * The rows that have a value.
 *
 * @param rows the rows
 * @param path the property
 * @param value the value, {@code null} for the rows that have none
 */
public record ValueBound(RowIdentity rows, PropertyPath path, @Nullable Object value) implements Bound {

	@Override
	public String condition(String alias, String parameter) {
		return (this.value == null) ? this.rows.lacks(alias, this.path) : this.path.of(alias) + " = :" + parameter;
	}

	@Override
	public void bind(Query query, String parameter) {
		if (this.value != null) {
			query.setParameter(parameter, this.value);
		}
	}

	@Override
	public Set<String> columns() {
		return (this.value != null) ? this.path.ownColumn() : Set.of();
	}

	@Override
	public Set<String> emptyColumns() {
		return (this.value == null) ? this.path.ownColumn() : Set.of();
	}

	@Override
	public String identity() {
		return this.path + ((this.value != null) ? "=" + this.value : " is null");
	}

	@Override
	public @Nullable String refusal() {
		return Writability.refusal(this.rows, this.path, this.value == null);
	}

	@Override
	public void apply(EntityManager entityManager, Object entity) {
		if (!Objects.equals(this.value, this.path.property().get(entity))) {
			this.path.property().set(entity, this.value);
		}
	}

}
