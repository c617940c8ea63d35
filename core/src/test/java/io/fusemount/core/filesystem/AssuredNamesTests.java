package io.fusemount.core.filesystem;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.DirectoryPage;
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
import io.fusemount.core.vfs.OpenOptions;
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

	private static final int MAX_ENTRIES = 3000;

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
				ConflictPolicy.FAIL, this.timeToLive, MAX_ENTRIES, ScratchSettings.defaults(),
				ContentCacheSettings.defaults(), OpenLimits.defaults());
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
		return this.fileSystem.coherence().validNanos(place, this.fileSystem.resolve(directory.path + "/a.txt"));
	}

	@Test
	@Semantics("While the feed is known to receive every change, cached state is used for "
			+ "`fusemount.change-feed.postgresql.time-to-live`, and as soon as the feed is noticed to be lost for "
			+ "`fusemount.cache.time-to-live`, whenever it was cached.")
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
	void aFileIsLookedUpAgainWhenADirectoryBesideItMayHaveTakenItsName() {
		this.timeToLive.assure(this.feed, HOUR);
		NodeChange directory = new NodeChange(new NodeKey("Folder", "7"), null, false, true);
		assertThat(asked(this.announced)).isOne();
		this.fileSystem.invalidate(directory);
		assertThat(asked(this.announced)).as("where there are no directories").isZero();
		this.announced.nested();
		this.fileSystem.invalidate(directory);
		assertThat(asked(this.announced)).isOne();
		this.fileSystem.invalidate(NodeChange.of(new NodeKey("announced", "8")));
		assertThat(asked(this.announced)).as("after a change of another file").isZero();
	}

	@Test
	void whatWasListedIsBelievedAsWell() {
		this.timeToLive.assure(this.feed, HOUR);
		list(this.announced);
		assertThat(asked(this.announced)).isZero();
	}

	@Test
	@Semantics("A directory that was listed is not listed again while the feed is known to receive every change, for "
			+ "`fusemount.change-feed.postgresql.time-to-live`, until anything changes that is mounted.")
	void aDirectoryIsListedOnceUntilAnythingChanges() {
		this.timeToLive.assure(this.feed, HOUR);
		assertListed(1, "a.txt");
		assertListed(0, "a.txt");
		// Others' row may be in any directory.
		this.announced.application().put("b.txt", "new");
		this.fileSystem.invalidate(NodeChange.of(new NodeKey("announced", "7")));
		assertListed(1, "a.txt", "b.txt");
		assertListed(0, "a.txt", "b.txt");
		this.fileSystem.rename(this.fileSystem.locate("/announced/b.txt"), this.fileSystem.locate("/announced/c.txt"));
		assertListed(1, "a.txt", "c.txt");
		this.fileSystem.delete(this.fileSystem.locate("/announced/a.txt"));
		assertListed(1, "c.txt");
		this.fileSystem.invalidateNames();
		assertListed(1, "c.txt");
		this.fileSystem.invalidateAll();
		assertListed(1, "c.txt");
		assertListed(0, "c.txt");
	}

	@Test
	void aListingIsKnownForNoLongerThanIsAssured() {
		this.timeToLive.assure(this.feed, HOUR);
		list(this.announced);
		this.timeToLive.assure(this.feed, Duration.ZERO);
		this.announced.application().put("b.txt", "nobody tells");
		assertListed(1, "a.txt", "b.txt");
		assertListed(1, "a.txt", "b.txt");
	}

	@Test
	void aListingDuringWhichSomethingChangesIsNotKnown() {
		this.timeToLive.assure(this.feed, HOUR);
		HandleId listing = this.fileSystem.openDirectory(this.fileSystem.resolve("/announced"));
		this.fileSystem.readDirectory(listing, 0, (name, status, next) -> !name.equals("a.txt"));
		this.fileSystem.createEmpty(this.fileSystem.locate("/announced/b.txt"));
		this.fileSystem.readDirectory(listing, 2, (name, status, next) -> true);
		this.fileSystem.releaseDirectory(listing);
		assertListed(1, "a.txt", "b.txt");
	}

	@Test
	void whatIsOpenAndNotStoredYetIsInAKnownListingAsWell() {
		this.timeToLive.assure(this.feed, HOUR);
		list(this.announced);
		HandleId file = this.fileSystem.create(this.fileSystem.locate("/announced/new.txt"), OpenOptions.NEW);
		assertListed(0, "a.txt", "new.txt");
		this.fileSystem.flush(file);
		this.fileSystem.release(file);
		assertListed(1, "a.txt", "new.txt");
	}

	@Test
	void aKnownListingIsReadFromAnyPlace() {
		int files = MAX_ENTRIES / 2;
		for (int i = 1; i < files; i++) {
			this.announced.application().put("file" + i, "");
		}
		this.timeToLive.assure(this.feed, HOUR);
		List<String> names = list(this.announced);
		assertThat(names).hasSize(files).doesNotHaveDuplicates();
		int before = this.announced.listed;
		assertThat(list(this.announced)).isEqualTo(names);
		HandleId listing = this.fileSystem.openDirectory(this.fileSystem.resolve("/announced"));
		for (int from : new int[] { 0, 1450, 0, 700, files, 1 }) {
			List<String> rest = new ArrayList<>();
			this.fileSystem.readDirectory(listing, from + 2, (name, status, next) -> rest.add(name));
			assertThat(rest).isEqualTo(names.subList(from, names.size()));
		}
		this.fileSystem.releaseDirectory(listing);
		assertThat(this.announced.listed).isEqualTo(before);
	}

	@Test
	void moreThanMayBeKeptIsListedAgain() {
		for (int i = 0; i < MAX_ENTRIES; i++) {
			this.announced.application().put("file" + i, "");
		}
		this.timeToLive.assure(this.feed, HOUR);
		list(this.announced);
		int before = this.announced.listed;
		assertThat(list(this.announced)).hasSize(MAX_ENTRIES + 1);
		assertThat(this.announced.listed).isGreaterThan(before);
	}

	@Test
	void aDirectoryOfWhichNobodyTellsIsListedEachTime() {
		this.timeToLive.assure(this.feed, HOUR);
		list(this.silent);
		int before = this.silent.listed;
		list(this.silent);
		assertThat(this.silent.listed).isEqualTo(before + 1);
	}

	@Test
	void aHandleGoesOnWithWhatIsThereByNow() {
		for (int i = 1; i < 1000; i++) {
			this.announced.application().put("file" + i, "");
		}
		this.timeToLive.assure(this.feed, HOUR);
		List<String> names = list(this.announced);
		HandleId listing = this.fileSystem.openDirectory(this.fileSystem.resolve("/announced"));
		List<String> seen = new ArrayList<>();
		this.fileSystem.readDirectory(listing, 2, (name, status, next) -> seen.size() < 150 && seen.add(name));
		this.fileSystem.delete(this.fileSystem.locate("/announced/" + names.get(900)));
		this.fileSystem.createEmpty(this.fileSystem.locate("/announced/last"));
		this.fileSystem.readDirectory(listing, 152, (name, status, next) -> seen.add(name));
		this.fileSystem.releaseDirectory(listing);
		List<String> expected = new ArrayList<>(names);
		expected.remove(900);
		expected.add("last");
		assertThat(seen).isEqualTo(expected);
	}

	@Test
	void emptyDirectoriesAreKnownAsWell() {
		this.announced.application().remove("a.txt");
		this.timeToLive.assure(this.feed, HOUR);
		assertListed(1);
		assertListed(0);
	}

	private void assertListed(int times, String... names) {
		int before = this.announced.listed;
		assertThat(list(this.announced)).containsExactlyInAnyOrder(names);
		assertThat(this.announced.listed - before).isEqualTo(times);
	}

	private List<String> list(AskedDirectory directory) {
		List<String> names = new ArrayList<>();
		HandleId listing = this.fileSystem.openDirectory(this.fileSystem.resolve(directory.path));
		this.fileSystem.readDirectory(listing, 2, (name, status, next) -> names.add(name));
		this.fileSystem.releaseDirectory(listing);
		return names;
	}

	@Test
	@Semantics("Directories whose changes are not all announced are cached for `fusemount.cache.time-to-live`, "
			+ "whatever the feed guarantees for others.")
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

		private int listed;

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
		public DirectoryPage list(@Nullable String position) {
			this.listed++;
			return super.list(position);
		}

		@Override
		public @Nullable ChangeFeed announcedBy() {
			return this.feed;
		}

	}

}
