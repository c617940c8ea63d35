package io.fusemount.sample.archive;

import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Says of each row that is written that the archive changes, whoever does it: a browser,
 * a script, or a program through the directory. Listeners want to hear it after the
 * commit.
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
