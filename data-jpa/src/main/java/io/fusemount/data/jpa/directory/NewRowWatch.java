package io.fusemount.data.jpa.directory;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostInsertEventListener;
import org.hibernate.event.spi.PostLoadEvent;
import org.hibernate.event.spi.PostLoadEventListener;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Records what the current thread loads and inserts while the repository saves a new
 * entity. An entity that is loaded and not inserted belongs to an existing row: Spring
 * Data merges an entity whose id the application has assigned, and another transaction
 * may have taken the id since it was found free.
 */
final class NewRowWatch {

	private static final ThreadLocal<@Nullable NewRowWatch> CURRENT = new ThreadLocal<>();

	private final Set<Key> loaded = new HashSet<>();

	private final Set<Key> inserted = new HashSet<>();

	private @Nullable Object entity;

	/**
	 * Registers the listeners in a persistence unit, unless they are registered already.
	 */
	static void prepare(SessionFactoryImplementor sessionFactory) {
		EventListenerRegistry registry = sessionFactory.getServiceRegistry()
			.requireService(EventListenerRegistry.class);
		synchronized (registry) {
			if (!Listener.isRegistered(registry)) {
				registry.appendListeners(EventType.POST_LOAD, Listener.INSTANCE);
				registry.appendListeners(EventType.POST_INSERT, Listener.INSTANCE);
			}
		}
	}

	/** Watches the current thread while it saves a new entity. */
	<T> T watch(Object created, Supplier<T> work) {
		this.entity = created;
		// This may be another attempt.
		this.loaded.clear();
		this.inserted.clear();
		CURRENT.set(this);
		try {
			return work.get();
		}
		finally {
			CURRENT.remove();
		}
	}

	/** Returns the new entity, or {@code null} if the save has not begun. */
	@Nullable Object entity() {
		return this.entity;
	}

	/** Whether the entity has become a row of its own, as far as is known. */
	boolean isNew(Object id, EntityPersister persister) {
		Key key = Key.of(id, persister);
		return this.inserted.contains(key) || !this.loaded.contains(key);
	}

	/** A row, whatever its class in a hierarchy. */
	private record Key(String entity, Object id) {

		static Key of(Object id, EntityPersister persister) {
			return new Key(persister.getRootEntityName(), id);
		}

	}

	/** Hibernate accepts only one listener of a class. */
	private static final class Listener implements PostLoadEventListener, PostInsertEventListener {

		private static final Listener INSTANCE = new Listener();

		/** Only the deprecated method returns the registered listeners. */
		@SuppressWarnings("deprecation")
		static boolean isRegistered(EventListenerRegistry registry) {
			for (Object known : registry.getEventListenerGroup(EventType.POST_LOAD).listeners()) {
				if (known == INSTANCE) {
					return true;
				}
			}
			return false;
		}

		@Override
		public void onPostLoad(PostLoadEvent event) {
			NewRowWatch watch = CURRENT.get();
			if (watch != null) {
				watch.loaded.add(Key.of(event.getId(), event.getPersister()));
			}
		}

		@Override
		public void onPostInsert(PostInsertEvent event) {
			NewRowWatch watch = CURRENT.get();
			if (watch != null) {
				watch.inserted.add(Key.of(event.getId(), event.getPersister()));
			}
		}

		@Override
		public boolean requiresPostCommitHandling(EntityPersister persister) {
			return false;
		}

	}

}
