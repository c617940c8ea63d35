package io.fusemount.data.jpa.vfs;

import java.sql.DriverManager;
import java.time.Duration;

import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.data.jpa.feed.ChangeFeedScript;
import io.fusemount.data.jpa.feed.PostgresChangeFeed;
import io.fusemount.data.jpa.support.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Two nodes that share a tree of directories, and hear of each other's changes.
 */
class PostgresAnnouncedTwoNodesTests extends AbstractTwoNodesTests {

	private static PostgresChangeFeed feed;

	private static PostgresChangeFeed otherFeed;

	private static volatile VirtualFileSystem fileSystem;

	private static volatile VirtualFileSystem otherFileSystem;

	@BeforeAll
	static void start() {
		String url = Postgres.createDatabase("announcednodes");
		start(url, "lo_get(document)");
		JdbcTemplate jdbc = new JdbcTemplate(new DriverManagerDataSource(url));
		ChangeFeedScript.run(jdbc);
		ChangeFeedScript.watch(jdbc, "folder", "paper");
		feed = feed(owner, url);
		otherFeed = feed(other, url);
		feed.subscribe(new News() {

			@Override
			VirtualFileSystem told() {
				return fileSystem;
			}
		});
		otherFeed.subscribe(new News() {

			@Override
			VirtualFileSystem told() {
				return otherFileSystem;
			}
		});
	}

	private static PostgresChangeFeed feed(CabinetOwner node, String url) {
		return node.directories().postgresChangeFeed(() -> DriverManager.getConnection(url), Duration.ofMinutes(1));
	}

	@AfterAll
	static void stopFeeds() {
		feed.stop();
		otherFeed.stop();
	}

	@Override
	protected VfsFixture createFixture() {
		feed.stop();
		VfsFixture fixture = new NodeFileSystemFixture(owner.emptyDirectory(), owner);
		fileSystem = fixture.fileSystem();
		feed.start();
		return fixture;
	}

	@Override
	protected VfsFixture createOtherFixture() {
		otherFeed.stop();
		VfsFixture fixture = new NodeFileSystemFixture(other.directory(), other);
		otherFileSystem = fixture.fileSystem();
		otherFeed.start();
		return fixture;
	}

	@Override
	protected boolean isWaiting(Thread thread) {
		return owner.finds("select count(*) from pg_locks where not granted");
	}

	/** What a mount does about what it hears. */
	private abstract static class News implements ChangeListener {

		abstract VirtualFileSystem told();

		@Override
		public void changed(NodeChange change) {
			told().invalidate(change);
		}

		@Override
		public void missed() {
			told().invalidateNames();
		}

	}

}
