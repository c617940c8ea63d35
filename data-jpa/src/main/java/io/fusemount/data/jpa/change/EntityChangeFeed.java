package io.fusemount.data.jpa.change;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.database.OwnNodes;
import io.fusemount.data.jpa.tree.KeyedRows;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;

/**
 * Reports entities that committed transactions of this application have created, changed
 * or deleted through Hibernate's sessions. Bulk statements, JDBC and other programs are
 * not seen, and changes by the filesystem itself are left out.
 */
public final class EntityChangeFeed implements ChangeFeed {

	private final List<KeyedRows> rows;

	private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

	/**
	 * Creates the feed and registers with the persistence units.
	 * @param rows the rows that are files and directories
	 */
	public EntityChangeFeed(List<KeyedRows> rows, Stream<SessionFactoryImplementor> sessionFactories) {
		this.rows = List.copyOf(rows);
		sessionFactories.distinct().forEach((sessionFactory) -> listener(sessionFactory).add(this::publish));
	}

	/**
	 * Returns the registered listener. Only the deprecated method returns the listeners.
	 */
	@SuppressWarnings("deprecation")
	private static CommitListener listener(SessionFactoryImplementor sessionFactory) {
		EventListenerRegistry registry = sessionFactory.getServiceRegistry()
			.requireService(EventListenerRegistry.class);
		for (Object known : registry.getEventListenerGroup(EventType.POST_INSERT).listeners()) {
			if (known instanceof CommitListener listener) {
				return listener;
			}
		}
		CommitListener listener = new CommitListener();
		registry.getEventListenerGroup(EventType.POST_INSERT).appendListener(listener);
		registry.getEventListenerGroup(EventType.POST_UPDATE).appendListener(listener);
		registry.getEventListenerGroup(EventType.POST_DELETE).appendListener(listener);
		return listener;
	}

	@Override
	public void subscribe(ChangeListener listener) {
		this.listeners.add(listener);
	}

	private void publish(SharedSessionContractImplementor session, Object entity, Object id, boolean deleted) {
		for (KeyedRows row : this.rows) {
			if (row.type().isInstance(entity)) {
				publish(session, row, entity, id, deleted);
			}
		}
	}

	private void publish(SharedSessionContractImplementor session, KeyedRows row, Object entity, Object id,
			boolean deleted) {
		NodeKey node = row.key().apply(id);
		if (OwnNodes.has(session, node)) {
			OwnNodes.onFailure(() -> tell(row.change(node, null, false)));
		}
		else {
			tell(row.change(node, row.directory().apply(entity), deleted));
		}
	}

	private void tell(NodeChange change) {
		this.listeners.forEach((listener) -> listener.changed(change));
	}

}
