package io.fusemount.data.jpa.change;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.spi.AbstractPostDatabaseOperationEvent;
import org.hibernate.event.spi.PostCommitDeleteEventListener;
import org.hibernate.event.spi.PostCommitInsertEventListener;
import org.hibernate.event.spi.PostCommitUpdateEventListener;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Passes on each entity that a committed transaction has written. Hibernate takes only
 * one listener of a class, so this one serves all feeds.
 */
final class CommitListener
		implements PostCommitInsertEventListener, PostCommitUpdateEventListener, PostCommitDeleteEventListener {

	private final List<Target> targets = new CopyOnWriteArrayList<>();

	void add(Target target) {
		this.targets.add(target);
	}

	private void publish(AbstractPostDatabaseOperationEvent event) {
		this.targets.forEach((target) -> target.committed(event.getSession(), event.getEntity(), event.getId()));
	}

	@Override
	public void onPostInsert(PostInsertEvent event) {
		publish(event);
	}

	@Override
	public void onPostUpdate(PostUpdateEvent event) {
		publish(event);
	}

	@Override
	public void onPostDelete(PostDeleteEvent event) {
		publish(event);
	}

	@Override
	public void onPostInsertCommitFailed(PostInsertEvent event) {
		// Nothing has changed, or nobody knows.
	}

	@Override
	public void onPostUpdateCommitFailed(PostUpdateEvent event) {
		// Nothing has changed, or nobody knows.
	}

	@Override
	public void onPostDeleteCommitFailed(PostDeleteEvent event) {
		// Nothing has changed, or nobody knows.
	}

	@Override
	public boolean requiresPostCommitHandling(EntityPersister persister) {
		return true;
	}

	/** Is told of an entity. */
	@FunctionalInterface
	interface Target {

		void committed(SharedSessionContractImplementor session, Object entity, Object id);

	}

}
