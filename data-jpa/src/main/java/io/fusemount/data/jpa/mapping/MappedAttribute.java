package io.fusemount.data.jpa.mapping;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.template.AttributeText;
import org.jspecify.annotations.Nullable;

/**
 * A property that is an extended attribute.
 *
 * @param name the name that programs see
 * @param path the path to the property, {@code null} for the id
 * @param text the texts of the values
 * @param writable whether programs may change it
 */
public record MappedAttribute(String name, @Nullable PropertyPath path, AttributeText text, boolean writable) {

	/**
	 * Returns the expression that selects the value of an entity {@code e}, {@code null}
	 * for the id. A subselect, because associations in projections are inner joins.
	 */
	public @Nullable String selected() {
		PropertyPath known = this.path;
		if (known == null || known.isOwn()) {
			return (known != null) ? known.of("e") : null;
		}
		PropertyPath rest = known.without(1);
		String first = known.first();
		return "(select e_attribute." + rest.name() + " from "
				+ known.passed().findFirst().orElseThrow().getEntityName() + " e_attribute where e_attribute = e."
				+ first + ")";
	}

	/**
	 * Returns the property if programs may change it, which is the entity's own;
	 * {@code null} if they may not.
	 */
	@Nullable FileProperty settable() {
		return (this.writable && this.path != null) ? this.path.property() : null;
	}

	/**
	 * Returns the value of an entity, loading it.
	 * @param id the id of the entity
	 */
	@Nullable Object get(Object entity, Object id) {
		return (this.path != null) ? this.path.get(entity) : id;
	}

	/** Returns the value that these bytes stand for. */
	Object parse(byte[] value) {
		Object parsed = this.text.parse(value);
		if (parsed == null) {
			throw new ErrnoException(Errno.EINVAL, "The attribute " + this.name + " cannot have this value",
					"Its values are " + this.text.describe(), null);
		}
		return parsed;
	}

	/** Requires that the attribute can be removed. */
	void requireRemovable(FileProperty property) {
		if (!property.isNullable() || property.type().isPrimitive()) {
			throw new ErrnoException(Errno.EINVAL, "The attribute " + this.name + " cannot be removed",
					"Its property always has a value", null);
		}
	}

}
