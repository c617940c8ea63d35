package io.fusemount.data.jpa.time;

import java.util.function.Supplier;

import io.fusemount.data.jpa.mapping.FileProperty;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreInsertEvent;
import org.hibernate.event.spi.PreInsertEventListener;
import org.hibernate.event.spi.PreUpdateEvent;
import org.hibernate.event.spi.PreUpdateEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * A time that an entity is to have after it was saved, whatever auditing does: it sets
 * another one in the last moment, and to put this one back afterwards would be a second
 * update of the row.
 *
 * @param entity the entity, this very instance
 * @param property the property that has the time
 * @param value the time, as the property has it
 */
public record KeptTime(Object entity, FileProperty property, @Nullable Object value) {

	private static final ThreadLocal<@Nullable KeptTime> CURRENT = new ThreadLocal<>();

	/** Makes it possible in a persistence unit. */
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

	/** Does work of the current thread that saves the entity and flushes it. */
	public <T> T during(Supplier<T> work) {
		KeptTime outer = CURRENT.get();
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
	 * Returns the time that a property of an entity is to have now, {@code null} if any.
	 */
	static @Nullable KeptTime of(@Nullable Object entity, String property) {
		KeptTime kept = CURRENT.get();
		return (kept != null && kept.entity == entity && kept.property.name().equals(property)) ? kept : null;
	}

	/** What an entity listener has set is in the state already. */
	private static void keep(Object entity, @Nullable Object[] state, EntityPersister persister) {
		KeptTime kept = CURRENT.get();
		if (kept != null && kept.entity == entity) {
			kept.put();
			int position = persister.getPropertyIndex(kept.property.rootName());
			state[position] = persister.getValue(entity, position);
		}
	}

	/**
	 * The statement that is about to be sent writes it: nothing is left that the next
	 * flush would write again.
	 */
	private void put() {
		boolean clean = this.entity instanceof SelfDirtinessTracker tracker
				&& !tracker.$$_hibernate_hasDirtyAttributes();
		this.property.set(this.entity, this.value);
		if (clean) {
			((SelfDirtinessTracker) this.entity).$$_hibernate_clearDirtyAttributes();
		}
	}

	/** Hibernate takes only one listener of a class. */
	private static final class Listener implements PreUpdateEventListener, PreInsertEventListener {

		private static final long serialVersionUID = 1L;

		private static final Listener INSTANCE = new Listener();

		/** Nothing else than the deprecated method tells which listeners there are. */
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
			keep(event.getEntity(), event.getState(), event.getPersister());
			return false;
		}

		@Override
		public boolean onPreInsert(PreInsertEvent event) {
			keep(event.getEntity(), event.getState(), event.getPersister());
			return false;
		}

	}

}
