package io.fusemount.data.jpa.feed;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

import io.fusemount.data.jpa.database.Lookout;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A thread that receives the announcements of PostgreSQL, on one connection after
 * another, until the feed ends.
 */
final class Listening extends Thread {

	private static final String CHANNEL = "fusemount";

	/** The interval at which the connection and the triggers are checked. */
	private static final Duration CHECK = Duration.ofSeconds(5);

	private static final Duration ANSWER = Duration.ofSeconds(5);

	private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private static final Log logger = LogFactory.getLog(Listening.class);

	private static final Lookout LOOKOUT = new Lookout("fusemount-change-feed-lookout");

	private final ConnectionSource source;

	private final TriggerCatalog catalog;

	private final Audience audience;

	private final Duration timeToLive;

	private volatile boolean ended;

	private volatile @Nullable Connection connection;

	/** Since when and why there is no connection. */
	private volatile @Nullable String trouble;

	private @Nullable Instant lostSince;

	private boolean connected;

	/** Whether the audience relies on hearing of every change. */
	private boolean assured;

	private Duration pause = SHORTEST_PAUSE;

	/**
	 * Creates the thread.
	 * @param timeToLive the time to live that is assured while no change can be missed,
	 * zero for none
	 */
	Listening(ConnectionSource source, TriggerCatalog catalog, Audience audience, Duration timeToLive) {
		super("fusemount-change-feed");
		this.source = source;
		this.catalog = catalog;
		this.audience = audience;
		this.timeToLive = timeToLive;
		setDaemon(true);
	}

	@Nullable String trouble() {
		return this.trouble;
	}

	@Override
	public void run() {
		while (!this.ended) {
			try (Connection opened = this.source.open()) {
				this.connection = opened;
				listen(opened);
			}
			catch (SQLException | RuntimeException | Error ex) {
				lose(ex);
			}
			sleep();
		}
	}

	private void listen(Connection opened) throws SQLException {
		PGConnection postgres = opened.unwrap(PGConnection.class);
		opened.setNetworkTimeout(Runnable::run, (int) ANSWER.toMillis());
		try (Statement statement = opened.createStatement()) {
			statement.execute("listen " + CHANNEL);
		}
		this.catalog.read(opened);
		connect();
		try {
			hear(opened, postgres);
		}
		finally {
			assure(false);
		}
	}

	private void hear(Connection opened, PGConnection postgres) throws SQLException {
		long checked = System.nanoTime();
		while (!this.ended) {
			assure(this.catalog.isComplete());
			long left = CHECK.toNanos() - (System.nanoTime() - checked);
			PGNotification[] notifications = await(opened, postgres, Math.max(1, left / 1_000_000));
			if (notifications != null) {
				tell(notifications);
			}
			if (System.nanoTime() - checked >= CHECK.toNanos()) {
				check(opened);
				checked = System.nanoTime();
			}
		}
	}

	/**
	 * Waits for notifications. Without the lookout, the driver would wait for the rest of
	 * a message without a limit.
	 */
	private static PGNotification @Nullable [] await(Connection opened, PGConnection postgres, long millis)
			throws SQLException {
		Cut cut = new Cut(opened, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis) + ANSWER.toNanos());
		LOOKOUT.add(cut);
		try {
			return postgres.getNotifications((int) millis);
		}
		finally {
			LOOKOUT.remove(cut);
		}
	}

	private void tell(PGNotification[] notifications) {
		boolean missed = false;
		for (PGNotification notification : notifications) {
			Announcement news = Announcement.parse(notification.getParameter());
			if (news != null) {
				for (WatchedTable table : this.catalog.tables(news.table())) {
					missed |= !this.audience.changed(table, news, notification.getPID());
				}
			}
		}
		if (missed) {
			// Only once: there may be a notification for each row of a table.
			this.audience.missed();
		}
	}

	private void check(Connection opened) throws SQLException {
		if (!opened.isValid((int) ANSWER.toSeconds())) {
			throw new SQLException("The server does not answer");
		}
		if (this.catalog.read(opened)) {
			if (this.assured) {
				assure(false);
			}
			else {
				this.audience.missed();
			}
		}
	}

	/**
	 * Gives or withdraws the assurance. Anything may have changed unnoticed before a
	 * withdrawal.
	 */
	private void assure(boolean complete) {
		boolean before = this.assured;
		this.assured = complete && !this.timeToLive.isZero();
		if (this.assured && !before) {
			this.audience.assured(this.timeToLive);
		}
		if (before && !this.assured) {
			this.audience.assured(Duration.ZERO);
			this.audience.missed();
		}
	}

	private void connect() {
		this.audience.missed();
		this.pause = SHORTEST_PAUSE;
		if (this.lostSince != null) {
			logger.info("The change feed of PostgreSQL has a connection again, and all names are looked up again");
		}
		else if (!this.connected) {
			logger.info("The change feed of PostgreSQL hears of "
					+ String.join(", ", WatchedTable.expressions(this.catalog.tables())));
		}
		this.connected = true;
		this.lostSince = null;
		this.trouble = null;
	}

	/** Records the latest failure: the reason may differ from that of the first one. */
	private void lose(Throwable failure) {
		if (this.ended) {
			return;
		}
		if (this.lostSince == null) {
			this.lostSince = Instant.now().truncatedTo(ChronoUnit.SECONDS);
			logger.warn("The change feed of PostgreSQL has no connection, so that changes by others are seen after "
					+ "fusemount.cache.time-to-live. It keeps trying: " + failure.getMessage());
		}
		this.trouble = "The change feed of PostgreSQL has had no connection since " + this.lostSince + ": "
				+ failure.getMessage();
	}

	private void sleep() {
		if (this.ended) {
			return;
		}
		try {
			Thread.sleep(this.pause.toMillis());
		}
		catch (InterruptedException ex) {
			// The feed ends.
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
			// The thread itself closes a connection that is being opened.
			join(ANSWER.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Aborts a connection on which a message does not end in time.
	 *
	 * @param connection the connection
	 * @param due when the connection is aborted, as {@link System#nanoTime}
	 */
	private record Cut(Connection connection, long due) implements Lookout.Watch {

		@Override
		public boolean look() {
			if (System.nanoTime() - this.due < 0) {
				return true;
			}
			logger.debug("A message of the server has not come to its end in time");
			try {
				this.connection.abort(Runnable::run);
			}
			catch (SQLException ex) {
				logger.debug("The connection of the change feed could not be given up", ex);
			}
			return false;
		}

	}

}
