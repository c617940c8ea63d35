package io.fusemount.data.jpa.feed;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.data.jpa.database.OwnWrites;
import io.fusemount.data.jpa.tree.KeyedRows;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Reports rows that any program has changed: triggers announce the changes, and
 * PostgreSQL notifies the feed on a connection of its own. With each new connection,
 * listeners learn that they may have missed something. While there is a connection and
 * all tables have their triggers, listeners may rely on their knowledge for longer.
 */
public final class PostgresChangeFeed implements ChangeFeed, SmartLifecycle {

	private final List<WatchedTable> tables;

	private final List<String> unheard;

	private final Audience audience = new Audience();

	private final Supplier<Listening> listenings;

	private volatile @Nullable Listening listening;

	/**
	 * Creates the feed, which is silent until it is started.
	 * @param mounts the rows that are files and directories, of each mount
	 * @param deciding the entities that determine where rows of others are
	 * @param source the source of the connections
	 * @param timeToLive how long listeners may rely on their knowledge while the feed
	 * hears of all changes; zero for no longer than without the feed
	 */
	public PostgresChangeFeed(List<List<KeyedRows>> mounts, Set<EntityPersister> deciding, ConnectionSource source,
			Duration timeToLive) {
		this.tables = WatchedTable.of(mounts.stream().flatMap(List::stream).toList(), deciding);
		this.unheard = Unheard.of(mounts, deciding);
		this.listenings = () -> new Listening(source, new TriggerCatalog(this.tables), this.audience,
				this.unheard.isEmpty() ? timeToLive : Duration.ZERO);
		mounts.stream()
			.flatMap(List::stream)
			.map((each) -> each.row().persister().getFactory())
			.distinct()
			.forEach((factory) -> OwnWrites.record(factory).onDoubt(this.audience::missed));
	}

	/**
	 * Returns the watched tables, as they are written in SQL.
	 */
	public List<String> tables() {
		return WatchedTable.expressions(this.tables);
	}

	/**
	 * Returns descriptions of what may change unnoticed even with all triggers. If there
	 * are such descriptions, the feed gives no assurance.
	 */
	public List<String> unheard() {
		return this.unheard;
	}

	@Override
	public void subscribe(ChangeListener listener) {
		this.audience.add(listener);
	}

	@Override
	public @Nullable String trouble() {
		Listening current = this.listening;
		return (current != null) ? current.trouble() : null;
	}

	@Override
	public synchronized void start() {
		if (this.listening == null) {
			Listening started = this.listenings.get();
			this.listening = started;
			started.start();
		}
	}

	@Override
	public synchronized void stop() {
		Listening current = this.listening;
		if (current != null) {
			current.end();
			this.listening = null;
		}
	}

	@Override
	public boolean isRunning() {
		return this.listening != null;
	}

}
