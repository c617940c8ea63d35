package io.fusemount.data.jpa.feed;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.data.jpa.database.OwnWrites;
import io.fusemount.data.jpa.tree.KeyedRows;
import org.hibernate.persister.entity.EntityPersister;

/**
 * The listeners that are notified of changed rows.
 */
final class Audience {

	private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

	void add(ChangeListener listener) {
		this.listeners.add(listener);
	}

	/** Notifies the listeners that anything may have changed. */
	void missed() {
		this.listeners.forEach(ChangeListener::missed);
	}

	/**
	 * Assures the listeners that every change is reported from now on, or, with zero,
	 * that some may not be.
	 */
	void assured(Duration timeToLive) {
		this.listeners.forEach((listener) -> listener.assured(timeToLive));
	}

	/**
	 * Notifies the listeners of a change, unless this process itself has made it.
	 * @param backend the server process that has made the change
	 * @return {@code false} if anything may have changed, which remains to be reported
	 */
	boolean changed(WatchedTable table, Announcement news, int backend) {
		if (table.isDeciding() || news.key().isEmpty()) {
			return false;
		}
		Set<NodeChange> changes = new LinkedHashSet<>();
		for (KeyedRows each : table.rows()) {
			Object id = table.id(each, news.key());
			if (id == null) {
				return false;
			}
			EntityPersister entity = each.row().persister();
			OwnWrites own = changes.isEmpty() ? OwnWrites.find(entity.getFactory()) : null;
			if (own != null && own.remove(backend, entity, id)) {
				return true;
			}
			changes.add(each.change(each.key().apply(id), null, false));
		}
		changes.forEach((change) -> this.listeners.forEach((listener) -> listener.changed(change)));
		return true;
	}

}
