package io.fusemount.data.jpa.blob;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.hibernate.Hibernate;
import org.hibernate.engine.spi.SelfDirtinessTracker;
import org.hibernate.event.spi.FlushEntityEvent;
import org.hibernate.event.spi.FlushEntityEventListener;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Makes the update of a changed entity that is enhanced for dirty tracking write its
 * other columns too, as without a dynamic update. Tracking notices only changes through
 * the entity's own methods, and auditing sets the user and the time of the change in
 * another way.
 */
final class AuditedUpdate implements FlushEntityEventListener {

	private final Map<String, List<String>> properties;

	/**
	 * Creates the listener.
	 * @param properties the properties to write, by the name of the entity
	 */
	AuditedUpdate(Map<String, List<String>> properties) {
		this.properties = Map.copyOf(properties);
	}

	@Override
	public void onFlushEntity(FlushEntityEvent event) {
		if (event.getEntity() instanceof SelfDirtinessTracker tracker && tracker.$$_hibernate_hasDirtyAttributes()) {
			EntityPersister persister = event.getEntityEntry().getPersister();
			List<String> others = this.properties.getOrDefault(persister.getEntityName(), List.of());
			// A reference that changed without being loaded lacks its other values.
			if (!others.isEmpty() && Hibernate.isInitialized(tracker) && isWritten(tracker, persister)) {
				others.forEach(tracker::$$_hibernate_trackChange);
			}
		}
	}

	/** Whether the row itself is written. Collections have tables of their own. */
	private static boolean isWritten(SelfDirtinessTracker tracker, EntityPersister persister) {
		return Arrays.stream(tracker.$$_hibernate_getDirtyAttributes())
			.anyMatch((name) -> !(persister.findAttributeMapping(name) instanceof PluralAttributeMapping));
	}

}
