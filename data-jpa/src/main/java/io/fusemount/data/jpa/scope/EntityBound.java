package io.fusemount.data.jpa.scope;

import java.util.Set;

import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowIdentity;
import io.fusemount.data.jpa.mapping.RowMapping;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * The rows that refer to an entity.
 *
 * @param rows the rows
 * @param path the association
 * @param target the mapping of the entity that it leads to
 * @param id the id of the entity, {@code null} for the rows that refer to none
 */
public record EntityBound(RowIdentity rows, PropertyPath path, RowMapping target,
		@Nullable Object id) implements Bound {

	@Override
	public String condition(String alias, String parameter) {
		return (this.id == null) ? this.rows.lacks(alias, this.path)
				: this.target.id().conditions().is(this.path.of(alias), parameter);
	}

	@Override
	public void bind(Query query, String parameter) {
		if (this.id != null) {
			this.target.id().conditions().bind(query, parameter, this.id);
		}
	}

	@Override
	public Set<String> columns() {
		return (this.id != null) ? this.path.ownColumn() : Set.of();
	}

	@Override
	public Set<String> emptyColumns() {
		return (this.id == null) ? this.path.ownColumn() : Set.of();
	}

	@Override
	public String identity() {
		return this.path + ((this.id != null) ? "=" + this.target.id().format(this.id) : " is null");
	}

	@Override
	public @Nullable String refusal() {
		return Writability.refusal(this.rows, this.path, this.id == null);
	}

	@Override
	public void apply(EntityManager entityManager, Object entity) {
		Object current = this.path.targetId(entity);
		if (this.id == null) {
			if (current != null) {
				this.path.property().set(entity, null);
			}
		}
		else if (!this.id.equals(current)) {
			this.path.property().set(entity, entityManager.getReference(this.target.type(), this.id));
		}
	}

}
