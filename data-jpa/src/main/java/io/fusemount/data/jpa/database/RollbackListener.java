package io.fusemount.data.jpa.database;

import org.hibernate.event.spi.PostCommitDeleteEventListener;
import org.hibernate.event.spi.PostCommitInsertEventListener;
import org.hibernate.event.spi.PostCommitUpdateEventListener;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Forgets what was written and not committed: the database announces nothing of it, if it
 * has not, and what it announces next of the row is news.
 */
final class RollbackListener
		implements PostCommitInsertEventListener, PostCommitUpdateEventListener, PostCommitDeleteEventListener {

	private final OwnWrites writes;

	RollbackListener(OwnWrites writes) {
		this.writes = writes;
	}

	@Override
	public void onPostInsert(PostInsertEvent event) {
		// The announcement is under way.
	}

	@Override
	public void onPostUpdate(PostUpdateEvent event) {
		// The announcement is under way.
	}

	@Override
	public void onPostDelete(PostDeleteEvent event) {
		// The announcement is under way.
	}

	@Override
	public void onPostInsertCommitFailed(PostInsertEvent event) {
		this.writes.forget(event.getPersister(), event.getId());
	}

	@Override
	public void onPostUpdateCommitFailed(PostUpdateEvent event) {
		this.writes.forget(event.getPersister(), event.getId());
	}

	@Override
	public void onPostDeleteCommitFailed(PostDeleteEvent event) {
		this.writes.forget(event.getPersister(), event.getId());
	}

	@Override
	public boolean requiresPostCommitHandling(EntityPersister persister) {
		return true;
	}

}
