package io.fusemount.data.jpa.change;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fusemount.data.jpa.database.TransactionEnd;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.spi.AbstractPostDatabaseOperationEvent;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostDeleteEventListener;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostInsertEventListener;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.event.spi.PostUpdateEventListener;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Reports each entity that a committed transaction has written, independently of the
 * application's own listeners. Hibernate registers only one listener of a class, so one
 * instance serves all feeds.
 */
final class CommitListener implements PostInsertEventListener, PostUpdateEventListener, PostDeleteEventListener {

	private final List<Target> targets = new CopyOnWriteArrayList<>();

	void add(Target target) {
		this.targets.add(target);
	}

	private void written(AbstractPostDatabaseOperationEvent event, boolean deleted) {
		SharedSessionContractImplementor session = event.getSession();
		if (!(session instanceof StatelessSession)) {
			new Written(session, event.getEntity(), event.getId(), deleted).await(session);
		}
	}

	@Override
	public void onPostInsert(PostInsertEvent event) {
		written(event, false);
	}

	@Override
	public void onPostUpdate(PostUpdateEvent event) {
		written(event, false);
	}

	@Override
	public void onPostDelete(PostDeleteEvent event) {
		written(event, true);
	}

	@Override
	public boolean requiresPostCommitHandling(EntityPersister persister) {
		return false;
	}

	/** Receives a written entity after the commit. */
	@FunctionalInterface
	interface Target {

		void committed(SharedSessionContractImplementor session, Object entity, Object id, boolean deleted);

	}

	/** A written entity whose transaction has not ended yet. */
	private final class Written extends TransactionEnd {

		private final SharedSessionContractImplementor session;

		private final Object entity;

		private final Object id;

		private final boolean deleted;

		Written(SharedSessionContractImplementor session, Object entity, Object id, boolean deleted) {
			this.session = session;
			this.entity = entity;
			this.id = id;
			this.deleted = deleted;
		}

		@Override
		protected void ended(boolean committed) {
			if (committed) {
				CommitListener.this.targets
					.forEach((target) -> target.committed(this.session, this.entity, this.id, this.deleted));
			}
		}

	}

}
