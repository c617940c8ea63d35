package io.fusemount.data.jpa.database;

import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.spi.PostDeleteEvent;
import org.hibernate.event.spi.PostDeleteEventListener;
import org.hibernate.event.spi.PostInsertEvent;
import org.hibernate.event.spi.PostInsertEventListener;
import org.hibernate.event.spi.PostUpdateEvent;
import org.hibernate.event.spi.PostUpdateEventListener;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Records the writes of Hibernate's sessions before the commit: the database announces
 * them at the moment of the commit.
 */
final class WriteListener implements PostInsertEventListener, PostUpdateEventListener, PostDeleteEventListener {

	private final OwnWrites writes;

	WriteListener(OwnWrites writes) {
		this.writes = writes;
	}

	OwnWrites writes() {
		return this.writes;
	}

	@Override
	public void onPostInsert(PostInsertEvent event) {
		add(event.getSession(), event.getPersister(), event.getId());
	}

	@Override
	public void onPostUpdate(PostUpdateEvent event) {
		add(event.getSession(), event.getPersister(), event.getId());
	}

	@Override
	public void onPostDelete(PostDeleteEvent event) {
		add(event.getSession(), event.getPersister(), event.getId());
	}

	/** Stateless sessions are left out, because nothing reports their commit. */
	private void add(SharedSessionContractImplementor session, EntityPersister persister, Object id) {
		if (!(session instanceof StatelessSession)) {
			this.writes.add(session, persister, id);
			new Written(persister, id).await(session);
		}
	}

	/** Writes are recorded at once, not after the commit. */
	@Override
	public boolean requiresPostCommitHandling(EntityPersister persister) {
		return false;
	}

	/**
	 * A write. If it is not committed, the database does not announce it, and the next
	 * announcement of the row is news.
	 */
	private final class Written extends TransactionEnd {

		private final EntityPersister persister;

		private final Object id;

		Written(EntityPersister persister, Object id) {
			this.persister = persister;
			this.id = id;
		}

		@Override
		protected void ended(boolean committed) {
			if (!committed) {
				WriteListener.this.writes.forget(this.persister, this.id);
			}
		}

	}

}
