package io.fusemount.conformance.vfs;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names of a filesystem that believes nothing, unless a source of news assures that it
 * tells of every change.
 */
class AssuredNamesTests {

	private static final Duration HOUR = Duration.ofHours(1);

	@TempDir
	Path spool;

	private final ChangeFeed feed = (listener) -> {
	};

	private final AskedDirectory announced = new AskedDirectory("announced", this.feed);

	private final AskedDirectory silent = new AskedDirectory("silent", null);

	private final TimeToLive timeToLive = new TimeToLive(Duration.ZERO);

	private NodeFileSystem fileSystem;

	@BeforeEach
	void create() throws IOException {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				ConflictPolicy.FAIL, this.timeToLive, 100, ScratchSettings.defaults(), ContentCacheSettings.defaults(),
				OpenLimits.defaults());
		this.fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("announced", this.announced, "silent", this.silent), Instant.EPOCH),
				settings, FileSystemSpool.open(this.spool), new OperationListener() {
				});
		for (AskedDirectory each : new AskedDirectory[] { this.announced, this.silent }) {
			each.application().put("a.txt", "content");
			each.asked = 0;
		}
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
	}

	/** Looks names up twice, and returns how often the directory was asked. */
	private int asked(AskedDirectory directory) {
		int before = directory.asked;
		for (int i = 0; i < 2; i++) {
			this.fileSystem.resolve(directory.path + "/a.txt");
		}
		return directory.asked - before;
	}

	private long validNanos(AskedDirectory directory) {
		Place place = new Place(directory, new Name("a.txt"));
		return this.fileSystem.validNanos(place, this.fileSystem.resolve(directory.path + "/a.txt"));
	}

	@Test
	@Semantics("While the feed assures that it hears of every change, what is known is believed for "
			+ "`fusemount.change-feed.postgresql.time-to-live`, and as soon as it is noticed to be lost for "
			+ "`fusemount.cache.time-to-live`, whenever it became known.")
	void whatIsKnownIsBelievedWhileNewsAreAssuredAndNotAMomentLonger() {
		assertThat(asked(this.announced)).isEqualTo(2);
		this.timeToLive.assure(this.feed, HOUR);
		assertThat(asked(this.announced)).isOne();
		assertThat(validNanos(this.announced)).isBetween(HOUR.dividedBy(2).toNanos(), HOUR.toNanos());
		this.timeToLive.assure(this.feed, Duration.ZERO);
		assertThat(asked(this.announced)).isEqualTo(2);
		assertThat(validNanos(this.announced)).isZero();
		this.timeToLive.assure(this.feed, HOUR);
		assertThat(asked(this.announced)).isOne();
	}

	@Test
	void whatWasStoredWhileOthersChangedSomethingIsLookedUpOnceMore() {
		this.timeToLive.assure(this.feed, HOUR);
		this.fileSystem.createEmpty(this.fileSystem.locate("/announced/b.txt"));
		this.fileSystem.rename(this.fileSystem.locate("/announced/b.txt"), this.fileSystem.locate("/announced/c.txt"));
		int before = this.announced.asked;
		this.fileSystem.resolve("/announced/c.txt");
		assertThat(this.announced.asked).isEqualTo(before);
		this.fileSystem.invalidate(NodeChange.of(new NodeKey("Invoice", "7")));
		this.fileSystem.rename(this.fileSystem.locate("/announced/c.txt"), this.fileSystem.locate("/announced/d.txt"));
		before = this.announced.asked;
		this.fileSystem.resolve("/announced/d.txt");
		assertThat(this.announced.asked).isEqualTo(before + 1);
		this.fileSystem.resolve("/announced/d.txt");
		assertThat(this.announced.asked).isEqualTo(before + 1);
	}

	@Test
	void whatWasListedIsBelievedAsWell() {
		this.timeToLive.assure(this.feed, HOUR);
		HandleId listing = this.fileSystem.openDirectory(this.fileSystem.resolve("/announced"));
		this.fileSystem.readDirectory(listing, 0, (name, status, next) -> true);
		this.fileSystem.releaseDirectory(listing);
		assertThat(asked(this.announced)).isZero();
	}

	@Test
	@Semantics("Directories of which nobody tells every change are believed for `fusemount.cache.time-to-live`, "
			+ "whatever is assured of others.")
	void aDirectoryThatDoesNotSayThatItsChangesAreAnnouncedIsAskedAsEver() {
		this.timeToLive.assure(this.feed, HOUR);
		assertThat(asked(this.silent)).isEqualTo(2);
		assertThat(validNanos(this.silent)).isZero();
	}

	/** Counts how often it is asked for names. */
	private static final class AskedDirectory extends InMemoryDirectory {

		private final String path;

		private final @Nullable ChangeFeed feed;

		private int asked;

		AskedDirectory(String space, @Nullable ChangeFeed feed) {
			super(space, 100, true, InstantSource.system());
			this.path = "/" + space;
			this.feed = feed;
		}

		@Override
		public @Nullable Node find(Name name) {
			this.asked++;
			return super.find(name);
		}

		@Override
		public @Nullable ChangeFeed announcedBy() {
			return this.feed;
		}

	}

}
