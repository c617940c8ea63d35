package io.fusemount.data.jpa.time;

import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import io.fusemount.data.jpa.mapping.FileProperty;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreInsertEvent;
import org.hibernate.event.spi.PreInsertEventListener;
import org.hibernate.event.spi.PreUpdateEvent;
import org.hibernate.event.spi.PreUpdateEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * The times that an entity keeps when it is saved, regardless of auditing. Auditing sets
 * its times at the last moment, and restoring these afterwards would take a second update
 * of the row.
 *
 * @param entity the entity to save, which may be merged into another instance with its id
 * @param values the times in the types of the properties
 */
public record KeptTimes(Object entity, Map<FileProperty, Object> values) {

	private static final ThreadLocal<@Nullable KeptTimes> CURRENT = new ThreadLocal<>();

	/**
	 * Registers the listeners in a persistence unit, unless they are registered already.
	 */
	public static void prepare(SessionFactoryImplementor sessionFactory) {
		EventListenerRegistry registry = sessionFactory.getServiceRegistry()
			.requireService(EventListenerRegistry.class);
		synchronized (registry) {
			if (!Listener.isRegistered(registry)) {
				registry.appendListeners(EventType.PRE_UPDATE, Listener.INSTANCE);
				registry.appendListeners(EventType.PRE_INSERT, Listener.INSTANCE);
			}
		}
	}

	/** Runs work of the current thread that saves and flushes the entity. */
	public <T> T during(Supplier<T> work) {
		KeptTimes outer = CURRENT.get();
		CURRENT.set(this);
		try {
			return work.get();
		}
		finally {
			if (outer != null) {
				CURRENT.set(outer);
			}
			else {
				CURRENT.remove();
			}
		}
	}

	/**
	 * Returns the time that a property of an entity has to keep at the moment,
	 * {@code null} if it may have any.
	 */
	static @Nullable Object of(SharedSessionContractImplementor session, Object entity, String property) {
		KeptTimes kept = CURRENT.get();
		if (kept == null || !kept.isOf(session, entity, session.getEntityPersister(null, entity))) {
			return null;
		}
		return kept.values.entrySet()
			.stream()
			.filter((time) -> time.getKey().name().equals(property))
			.map(Map.Entry::getValue)
			.findFirst()
			.orElse(null);
	}

	/** Sets the times. Values set by an entity listener are in the state already. */
	private static void keep(SharedSessionContractImplementor session, Object entity, @Nullable Object[] state,
			EntityPersister persister) {
		KeptTimes kept = CURRENT.get();
		if (kept != null && kept.isOf(session, entity, persister)) {
			put(kept.values, entity);
			for (FileProperty property : kept.values.keySet()) {
				int position = persister.getPropertyIndex(property.rootName());
				state[position] = persister.getValue(entity, position);
			}
		}
	}

	/** Only an assigned id tells an entity that is merged from other new ones. */
	private boolean isOf(SharedSessionContractImplementor session, Object other, EntityPersister persister) {
		return this.entity == other || persister.getMappedClass().isInstance(this.entity)
				&& !persister.getGenerator().generatesOnInsert() && Objects
					.equals(persister.getIdentifier(this.entity, session), persister.getIdentifier(other, session));
	}

	/**
	 * Sets the times on the target. A clean target stays clean: the statement that is
	 * about to be sent writes the times, and the next flush must not write them again.
	 */
	private static void put(Map<FileProperty, Object> values, Object target) {
		boolean clean = target instanceof SelfDirtinessTracker tracker && !tracker.$$_hibernate_hasDirtyAttributes();
		values.forEach((property, value) -> property.set(target, value));
		if (clean) {
			((SelfDirtinessTracker) target).$$_hibernate_clearDirtyAttributes();
		}
	}

	/** Hibernate accepts only one listener of a class. */
	private static final class Listener implements PreUpdateEventListener, PreInsertEventListener {

		private static final long serialVersionUID = 1L;

		private static final Listener INSTANCE = new Listener();

		/** Only the deprecated method returns the registered listeners. */
		@SuppressWarnings("deprecation")
		static boolean isRegistered(EventListenerRegistry registry) {
			for (Object known : registry.getEventListenerGroup(EventType.PRE_UPDATE).listeners()) {
				if (known == INSTANCE) {
					return true;
				}
			}
			return false;
		}

		@Override
		public boolean onPreUpdate(PreUpdateEvent event) {
			keep(event.getSession(), event.getEntity(), event.getState(), event.getPersister());
			return false;
		}

		@Override
		public boolean onPreInsert(PreInsertEvent event) {
			keep(event.getSession(), event.getEntity(), event.getState(), event.getPersister());
			return false;
		}

	}

}
