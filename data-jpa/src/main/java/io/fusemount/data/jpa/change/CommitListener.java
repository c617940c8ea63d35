package io.fusemount.data.jpa.change;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import org.hibernate.event.spi.PostCommitDeleteEventListener;
import org.hibernate.event.spi.PostCommitInsertEventListener;
import org.hibernate.event.spi.PostCommitUpdateEventListener;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Passes on each entity, with its id, that a committed transaction has written. Hibernate
 * takes only one listener of a class, so this one serves all feeds.
 */
final class CommitListener
		implements PostCommitInsertEventListener, PostCommitUpdateEventListener, PostCommitDeleteEventListener {

	private final List<BiConsumer<Object, Object>> targets = new CopyOnWriteArrayList<>();

	void add(BiConsumer<Object, Object> target) {
		this.targets.add(target);
	}

	private void publish(Object entity, Object id) {
		this.targets.forEach((target) -> target.accept(entity, id));
	}

	@Override
	public void onPostInsert(PostInsertEvent event) {
		publish(event.getEntity(), event.getId());
	}

	@Override
	public void onPostUpdate(PostUpdateEvent event) {
		publish(event.getEntity(), event.getId());
	}

	@Override
	public void onPostDelete(PostDeleteEvent event) {
		publish(event.getEntity(), event.getId());
	}

	@Override
	public void onPostInsertCommitFailed(PostInsertEvent event) {
		// Nothing has changed.
	}

	@Override
	public void onPostUpdateCommitFailed(PostUpdateEvent event) {
		// Nothing has changed.
	}

	@Override
	public void onPostDeleteCommitFailed(PostDeleteEvent event) {
		// Nothing has changed.
	}

	@Override
	public boolean requiresPostCommitHandling(EntityPersister persister) {
		return true;
	}

}
