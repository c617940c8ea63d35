package io.fusemount.data.jpa.blob;

import java.util.List;
import java.util.Map;

import org.hibernate.Hibernate;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.event.spi.FlushEntityEvent;
import org.hibernate.event.spi.FlushEntityEventListener;

/**
 * Lets a changed entity that is enhanced for dirty tracking write its columns, as it does
 * without a dynamic update. It notices only what goes through its own methods, and that
 * is not how auditing sets who has changed it and when.
 */
final class AuditedUpdate implements FlushEntityEventListener {

	private final Map<String, List<String>> properties;

	/**
	 * Creates the listener.
	 * @param properties what is to be written, by the name of the entity
	 */
	AuditedUpdate(Map<String, List<String>> properties) {
		this.properties = Map.copyOf(properties);
	}

	@Override
	public void onFlushEntity(FlushEntityEvent event) {
		// A reference that was changed without having been loaded has no other values
		// yet.
		if (event.getEntity() instanceof SelfDirtinessTracker tracker && tracker.$$_hibernate_hasDirtyAttributes()
				&& Hibernate.isInitialized(tracker)) {
			this.properties.getOrDefault(event.getEntityEntry().getPersister().getEntityName(), List.of())
				.forEach(tracker::$$_hibernate_trackChange);
		}
	}

}
