package io.fusemount.data.jpa.mapping;

import org.hibernate.Hibernate;
import org.hibernate.engine.spi.CascadeStyle;
import org.hibernate.engine.spi.CascadingAction;
import org.hibernate.engine.spi.CascadingActions;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.internal.ToOneAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;

/**
 * A one-to-one association of an entity with another entity that has the content of its
 * file. Without an associated entity, there is no content.
 */
public final class Association {

	private final EntityPersister owner;

	private final ToOneAttributeMapping attribute;

	private final EntityPersister target;

	/**
	 * The attribute of the other entity if that side owns the association, {@code null}
	 * if this side does.
	 */
	private final @Nullable AttributeMapping inverse;

	Association(EntityPersister owner, ToOneAttributeMapping attribute, @Nullable String mappedBy) {
		this.owner = owner;
		this.attribute = attribute;
		this.target = attribute.getAssociatedEntityMappingType().getEntityPersister();
		this.inverse = (mappedBy != null) ? this.target.findAttributeMapping(mappedBy) : null;
	}

	/**
	 * Returns the property's name.
	 */
	public String name() {
		return this.attribute.getAttributeName();
	}

	/**
	 * Returns Hibernate's persister of the other entity.
	 */
	public EntityPersister target() {
		return this.target;
	}

	/** Returns the other entity, loading it if necessary, or {@code null}. */
	@Nullable Object get(Object entity) {
		if (!Hibernate.isPropertyInitialized(entity, name())) {
			Hibernate.initializeProperty(entity, name());
		}
		return Hibernate.unproxy(this.attribute.getValue(entity));
	}

	/**
	 * Returns the other entity if it is loaded already, or {@code null}.
	 */
	public @Nullable Object getLoaded(Object entity) {
		if (!Hibernate.isPropertyInitialized(entity, name())) {
			return null;
		}
		Object value = this.attribute.getValue(entity);
		return Hibernate.isInitialized(value) ? Hibernate.unproxy(value) : null;
	}

	/** Returns the other entity, creating it if there is none. */
	Object require(Object entity) {
		Object found = get(entity);
		if (found != null) {
			return found;
		}
		Object made = newTarget();
		this.attribute.setValue(entity, made);
		if (entity instanceof SelfDirtinessTracker tracker) {
			tracker.$$_hibernate_trackChange(name());
		}
		if (this.inverse != null) {
			this.inverse.setValue(made, entity);
		}
		return made;
	}

	Object newTarget() {
		return BeanUtils.instantiateClass(this.target.getMappedClass());
	}

	/** Whether the other entity is saved with this one. */
	boolean isSavedWithEntity() {
		return cascades(CascadingActions.PERSIST) && cascades(CascadingActions.MERGE);
	}

	/**
	 * Whether the other entity is deleted with this one.
	 */
	public boolean isDeletedWithEntity() {
		return style().hasOrphanDelete() || cascades(CascadingActions.REMOVE);
	}

	private boolean cascades(CascadingAction<?> action) {
		return style().doCascade(action);
	}

	private CascadeStyle style() {
		return this.owner.getPropertyCascadeStyles()[this.owner.getPropertyIndex(name())];
	}

}
