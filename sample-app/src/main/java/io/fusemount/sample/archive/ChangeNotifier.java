package io.fusemount.sample.archive;

import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes an event for each written row, whatever its origin: a browser, a script, or a
 * program that uses the directory. Listeners should receive it after the commit.
 */
public class ChangeNotifier {

	private final ApplicationEventPublisher events;

	public ChangeNotifier(ApplicationEventPublisher events) {
		this.events = events;
	}

	@PostPersist
	@PostUpdate
	@PostRemove
	void changed(Archived entity) {
		this.events.publishEvent(new ArchiveChanged());
	}

}
