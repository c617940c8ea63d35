package io.fusemount.data.jpa.change;

import java.util.function.BiConsumer;

import org.hibernate.event.spi.PostCommitDeleteEventListener;
import org.hibernate.event.spi.PostCommitInsertEventListener;
import org.hibernate.event.spi.PostCommitUpdateEventListener;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Passes on each entity, with its id, that a committed transaction has written.
 */
final class CommitListener
		implements PostCommitInsertEventListener, PostCommitUpdateEventListener, PostCommitDeleteEventListener {

	private final BiConsumer<Object, Object> target;

	CommitListener(BiConsumer<Object, Object> target) {
		this.target = target;
	}

	@Override
	public void onPostInsert(PostInsertEvent event) {
		this.target.accept(event.getEntity(), event.getId());
	}

	@Override
	public void onPostUpdate(PostUpdateEvent event) {
		this.target.accept(event.getEntity(), event.getId());
	}

	@Override
	public void onPostDelete(PostDeleteEvent event) {
		this.target.accept(event.getEntity(), event.getId());
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
