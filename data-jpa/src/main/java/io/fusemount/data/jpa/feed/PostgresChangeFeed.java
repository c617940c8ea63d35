package io.fusemount.data.jpa.feed;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.database.OwnWrites;
import io.fusemount.data.jpa.tree.KeyedRows;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

import org.springframework.context.SmartLifecycle;

/**
 * News about rows that anybody has changed, whatever the program: triggers announce them,
 * and PostgreSQL tells who listens. It has a connection of its own. Whenever it gets one,
 * listeners are told that they may have missed something.
 */
public final class PostgresChangeFeed implements ChangeFeed, SmartLifecycle {

	private static final String CHANNEL = "fusemount";

	/** After so long without news, the server is asked whether it is still there. */
	private static final Duration SILENCE = Duration.ofSeconds(10);

	private static final Duration ANSWER = Duration.ofSeconds(5);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private static final Log logger = LogFactory.getLog(PostgresChangeFeed.class);

	private final ConnectionSource source;

	private final List<WatchedTable> tables;

	private final TriggerCatalog catalog;

	private final List<ChangeListener> listeners = new CopyOnWriteArrayList<>();

	@GuardedBy("this")
	private @Nullable Listening listening;

	/** Since when and why it has no connection: read by whoever asks, without waiting. */
	private volatile @Nullable String trouble;

	/**
	 * Creates the feed, which is silent until it is started.
	 * @param rows the rows that are files and directories
	 * @param deciding the entities that say where others' rows are
	 * @param source where its connections come from
	 */
	public PostgresChangeFeed(List<KeyedRows> rows, Set<EntityPersister> deciding, ConnectionSource source) {
		this.source = source;
		this.tables = WatchedTable.of(
				rows.stream().filter((each) -> each.row().database() == DatabaseKind.POSTGRESQL).toList(),
				deciding.stream()
					.filter((entity) -> DatabaseKind.of(entity.getFactory()) == DatabaseKind.POSTGRESQL)
					.toList());
		this.catalog = new TriggerCatalog(this.tables);
		this.tables
			.forEach((table) -> table.rows().forEach((each) -> OwnWrites.record(each.row().persister().getFactory())));
	}

	/**
	 * Returns the tables that it hears of, as they are written in SQL.
	 */
	public List<String> tables() {
		return this.tables.stream().map(WatchedTable::expression).toList();
	}

	@Override
	public void subscribe(ChangeListener listener) {
		this.listeners.add(listener);
	}

	@Override
	public @Nullable String trouble() {
		return this.trouble;
	}

	@Override
	public synchronized void start() {
		if (this.listening == null) {
			this.listening = new Listening();
			this.listening.start();
		}
	}

	@Override
	public synchronized void stop() {
		if (this.listening != null) {
			this.listening.end();
			this.listening = null;
			this.trouble = null;
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.listening != null;
	}

	private void missed() {
		this.listeners.forEach(ChangeListener::missed);
	}

	private void changed(WatchedTable table, Announcement news, int backend) {
		Set<NodeChange> changes = new LinkedHashSet<>();
		for (KeyedRows each : table.rows()) {
			Object id = table.id(each, news.key());
			if (id == null) {
				missed();
				return;
			}
			EntityPersister entity = each.row().persister();
			OwnWrites own = changes.isEmpty() ? OwnWrites.find(entity.getFactory()) : null;
			if (own != null && own.remove(backend, entity, id)) {
				return;
			}
			changes.add(NodeChange.of(each.key().apply(id)));
		}
		changes.forEach((change) -> this.listeners.forEach((listener) -> listener.changed(change)));
	}

	/**
	 * One time from start to stop.
	 */
	private final class Listening extends Thread {

		private volatile boolean ended;

		private volatile @Nullable Connection connection;

		private @Nullable Instant lostSince;

		private boolean connected;

		private Duration pause = SHORTEST_PAUSE;

		Listening() {
			super("fusemount-change-feed");
			setDaemon(true);
		}

		@Override
		public void run() {
			while (!this.ended) {
				try (Connection opened = PostgresChangeFeed.this.source.open()) {
					this.connection = opened;
					listen(opened);
				}
				catch (SQLException | RuntimeException ex) {
					lose(ex);
				}
				sleep();
			}
		}

		private void listen(Connection opened) throws SQLException {
			PGConnection postgres = opened.unwrap(PGConnection.class);
			try (Statement statement = opened.createStatement()) {
				statement.execute("listen " + CHANNEL);
			}
			Map<TableName, WatchedTable> found = PostgresChangeFeed.this.catalog.find(opened);
			connect();
			while (!this.ended) {
				PGNotification[] notifications = postgres.getNotifications((int) SILENCE.toMillis());
				if (notifications == null || notifications.length == 0) {
					requireAnswer(opened);
				}
				else {
					tell(found, notifications);
				}
			}
		}

		private void requireAnswer(Connection opened) throws SQLException {
			if (!opened.isValid((int) ANSWER.toSeconds())) {
				throw new SQLException("The server does not answer");
			}
		}

		private void tell(Map<TableName, WatchedTable> found, PGNotification[] notifications) {
			for (PGNotification notification : notifications) {
				Announcement news = Announcement.parse(notification.getParameter());
				WatchedTable table = (news != null) ? found.get(news.table()) : null;
				if (news != null && table != null) {
					if (table.isDeciding() || news.key().isEmpty()) {
						missed();
					}
					else {
						changed(table, news, notification.getPID());
					}
				}
			}
		}

		private void connect() {
			missed();
			this.pause = SHORTEST_PAUSE;
			if (this.lostSince != null) {
				logger.info("The change feed of PostgreSQL has a connection again, and all names are looked up again");
			}
			else if (!this.connected) {
				logger.info("The change feed of PostgreSQL hears of " + String.join(", ", tables()));
			}
			this.connected = true;
			this.lostSince = null;
			PostgresChangeFeed.this.trouble = null;
		}

		/** What counts is why there is none now, which may not be why there was none. */
		private void lose(Exception failure) {
			if (this.ended) {
				return;
			}
			if (this.lostSince == null) {
				this.lostSince = Instant.now().truncatedTo(ChronoUnit.SECONDS);
				logger.warn("The change feed of PostgreSQL has no connection, so that changes by others are seen after "
						+ "fusemount.cache.time-to-live. It goes on trying: " + failure.getMessage());
			}
			PostgresChangeFeed.this.trouble = "The change feed of PostgreSQL has had no connection since "
					+ this.lostSince + ": " + failure.getMessage();
		}

		private void sleep() {
			if (this.ended) {
				return;
			}
			try {
				Thread.sleep(this.pause.toMillis());
			}
			catch (InterruptedException ex) {
				// It is the end.
			}
			Duration longer = this.pause.multipliedBy(2);
			this.pause = (longer.compareTo(LONGEST_PAUSE) > 0) ? LONGEST_PAUSE : longer;
		}

		void end() {
			this.ended = true;
			interrupt();
			Connection open = this.connection;
			if (open != null) {
				try {
					open.abort(Runnable::run);
				}
				catch (SQLException | RuntimeException ex) {
					logger.debug("The connection of the change feed could not be closed", ex);
				}
			}
			try {
				// One that is being opened is closed afterwards.
				join(ANSWER.toMillis());
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
