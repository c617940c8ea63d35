package io.fusemount.core.inode;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many directories and names are known.
 */
class KnownDirectoriesTests {

	private static final int MAX_NAMES = 10;

	private static final EmptyFolder FIRST = new EmptyFolder("1");

	private static final EmptyFolder SECOND = new EmptyFolder("2");

	private final KnownDirectories directories = new KnownDirectories(MAX_NAMES);

	private int files;

	private long changes;

	@Test
	void namesInTheDirectoryThatWasUsedLongestAgoGoFirst() {
		put(FIRST.place("a"));
		put(SECOND.place("b"));
		put(FIRST.place("c"));
		for (int i = 0; i < MAX_NAMES - 3; i++) {
			put(FIRST.place("d" + i));
		}
		assertThat(isFound(SECOND.place("b"))).isTrue();
		put(FIRST.place("e"));
		assertThat(isFound(SECOND.place("b"))).isFalse();
		assertThat(isFound(FIRST.place("a"))).isTrue();
		assertThat(count(FIRST)).isEqualTo(MAX_NAMES);
	}

	@Test
	void ofOneDirectoryTheNamesKnownLongestGoFirst() {
		for (int i = 0; i < MAX_NAMES; i++) {
			put(FIRST.place("n" + i));
		}
		put(FIRST.place("n0"));
		put(FIRST.place("more"));
		assertThat(isFound(FIRST.place("n0"))).isTrue();
		assertThat(isFound(FIRST.place("n1"))).isFalse();
		assertThat(isFound(FIRST.place("n2"))).isTrue();
	}

	@Test
	void namesOfNothingTakeNoRoomFromNamesOfFiles() {
		for (int i = 0; i < MAX_NAMES; i++) {
			put(FIRST.place("n" + i));
		}
		for (int i = 0; i < 2 * MAX_NAMES; i++) {
			putAbsent(SECOND.place("absent" + i));
		}
		assertThat(count(FIRST)).isEqualTo(MAX_NAMES);
		assertThat(known(SECOND).absent).hasSize(MAX_NAMES)
			.doesNotContainKey(new Name("absent" + (MAX_NAMES - 1)))
			.containsKey(new Name("absent" + MAX_NAMES));
	}

	@Test
	void namesInADirectoryThatIsUsedStayLongerThanNewerOnes() {
		put(FIRST.place("a"));
		for (int i = 0; i < MAX_NAMES - 1; i++) {
			put(SECOND.place("b" + i));
		}
		this.directories.used(known(FIRST));
		put(new EmptyFolder("3").place("c"));
		assertThat(isFound(FIRST.place("a"))).isTrue();
		assertThat(isFound(SECOND.place("b0"))).isFalse();
	}

	@Test
	void lookupThatOverlapsNewsOfNamesOfNothingIsNotRemembered() {
		Names names = names(MAX_NAMES);
		long ticket = names.ticket();
		names.changed(FIRST.place("a"), null);
		names.directories.dropMissing();
		note(names, ticket, FIRST.place("a"), Version.of("1", 1));
		assertThat(isFound(names, FIRST.place("a"))).as("what the name stood for before the change").isFalse();
	}

	@Test
	void nodeHasOneNameAtMost() {
		FileInode file = put(FIRST.place("a"));
		put(SECOND.place("b"), file);
		assertThat(isFound(FIRST.place("a"))).isFalse();
		assertThat(isFound(SECOND.place("b"))).isTrue();
		assertThat(file.place()).isEqualTo(SECOND.place("b"));
	}

	@Test
	void asManyNamesAreRememberedAsBeforeWhateverHasHappened() {
		for (int round = 0; round < 50; round++) {
			FileInode file = put(FIRST.place("a"));
			put(FIRST.place("b"), file);
			put(SECOND.place("b"), file);
			FileInode heir = FileInode.stored(file.requireVersion());
			heir.place = file.place;
			this.directories.inherit(file, heir);
			putAbsent(FIRST.place("a"));
			putAbsent(FIRST.place("a"));
			put(FIRST.place("a"));
			putAbsent(SECOND.place("b"));
			drop(FIRST, "a");
			drop(FIRST, "a");
			this.directories.drop(known(SECOND));
			put(SECOND.place("c"));
			this.directories.remove(known(SECOND));
			this.directories.drop(known(FIRST));
		}
		for (int i = 0; i < 3 * MAX_NAMES; i++) {
			put(FIRST.place("n" + i));
		}
		assertThat(count(FIRST) + count(SECOND)).isEqualTo(MAX_NAMES);
	}

	@Test
	void pagesOfTheDirectoryThatWasUsedLongestAgoGoFirst() {
		for (int round = 0; round < 20; round++) {
			put(FIRST.place("a"));
			put(SECOND.place("b"));
			this.directories.put(known(FIRST), "", page(3));
			this.directories.put(known(FIRST), "", page(4));
			this.directories.put(known(SECOND), "", page(3));
			assertThat(known(FIRST).pages).as("there is room for both").hasSize(1);
			this.directories.put(known(SECOND), "more", page(1));
			assertThat(known(FIRST).pages).isEmpty();
			assertThat(known(SECOND).pages).hasSize(2);
			this.directories.remove(known(SECOND));
		}
	}

	@Test
	void directoriesThatWereFoundInLongestAgoAreForgottenFirst() {
		put(FIRST.place("a"));
		known(FIRST).times.change(Instant.EPOCH);
		for (int i = 0; i < KnownDirectories.MAX_DIRECTORIES - 1; i++) {
			known(new EmptyFolder("d" + i));
		}
		put(FIRST.place("b"));
		known(SECOND);
		assertThat(this.directories.get(new EmptyFolder("d0").key())).isNull();
		assertThat(known(FIRST).times.changed).isEqualTo(Instant.EPOCH);
		assertThat(this.directories.all()).hasSize(KnownDirectories.MAX_DIRECTORIES);
	}

	@Test
	void directoriesWithSomethingThatNoSourceTellsAreNotForgotten() {
		known(FIRST).view(new Name("local")).shown = FileInode.stored(Version.of("local", 1));
		known(SECOND);
		for (int i = 0; i < KnownDirectories.MAX_DIRECTORIES; i++) {
			known(new EmptyFolder("d" + i));
		}
		assertThat(this.directories.get(FIRST.key())).isNotNull();
		assertThat(this.directories.get(SECOND.key())).isNull();
	}

	@Test
	void lookupThatOverlapsAnEvictionIsNotRemembered() {
		Names names = names(1);
		long ticket = names.ticket();
		names.changed(FIRST.place("a"), FileInode.stored(Version.of("1", 2)));
		note(names, names.ticket(), FIRST.place("b"), Version.of("2", 1));
		note(names, ticket, FIRST.place("a"), Version.of("3", 1));
		assertThat(isFound(names, FIRST.place("a"))).as("what the name stood for before the change").isFalse();
		note(names, names.ticket(), FIRST.place("a"), Version.of("1", 2));
		assertThat(isFound(names, FIRST.place("a"))).isTrue();
	}

	@Test
	void lookupThatOverlapsTheEvictionOfItsDirectoryIsNotRemembered() {
		Names names = names(MAX_NAMES);
		long ticket = names.ticket();
		names.changed(FIRST.place("a"), FileInode.stored(Version.of("1", 2)));
		for (int i = 0; i < KnownDirectories.MAX_DIRECTORIES; i++) {
			names.directory(new EmptyFolder("d" + i));
		}
		assertThat(names.find(FIRST.key())).isNull();
		note(names, ticket, FIRST.place("a"), Version.of("3", 1));
		assertThat(isFound(names, FIRST.place("a"))).isFalse();
	}

	@Test
	void withoutRoomForNamesWhereANodeIsIsKnownAllTheSame() {
		Names names = names(0);
		Version file = Version.of("1", 1);
		Inode inode = note(names, names.ticket(), FIRST.place("a"), file);
		assertThat(isFound(names, FIRST.place("a"))).isFalse();
		assertThat(names.place(file.key())).isEqualTo(FIRST.place("a"));
		assertThat(names.place(Version.of("2", 1).key())).isNull();
		assertThat(inode).isSameAs(names.file(file.key()));
	}

	private FileInode put(Place place) {
		return put(place, FileInode.stored(Version.of(Integer.toString(++this.files), 1)));
	}

	private FileInode put(Place place, FileInode file) {
		this.directories.put(place, new Found(file, InodeFixture.lease(), ++this.changes));
		return file;
	}

	private void putAbsent(Place place) {
		this.directories.put(place, new Found(null, InodeFixture.lease(), ++this.changes));
	}

	private void drop(EmptyFolder directory, String name) {
		this.directories.drop(known(directory), new Name(name));
	}

	private DirectoryInode known(EmptyFolder directory) {
		return this.directories.get(directory.key(), directory);
	}

	private boolean isFound(Place place) {
		DirectoryInode known = this.directories.get(place.directoryKey());
		return known != null && known.found.containsKey(place.name());
	}

	private int count(EmptyFolder directory) {
		DirectoryInode known = known(directory);
		return known.found.size() + known.absent.size();
	}

	private static KnownPage page(int entries) {
		List<DirectoryEntry> files = IntStream.range(0, entries)
			.mapToObj((i) -> new DirectoryEntry(new Name("n" + i), Version.of("n" + i, 1)))
			.toList();
		return new KnownPage(new DirectoryPage(files, null), 0, InodeFixture.lease());
	}

	private static Names names(int max) {
		return new Names(new InodeTable(Duration.ofMinutes(1)), new TimeToLive(Duration.ofMinutes(1)), max);
	}

	private static Inode note(Names names, long ticket, Place place, Version file) {
		Inode inode = names.note(new Ticket(ticket, null), place, file, InodeFixture.lease());
		assertThat(inode).isNotNull();
		return inode;
	}

	private static boolean isFound(Names names, Place place) {
		Inode otherwise = FileInode.stored(Version.of("otherwise", 1));
		return names.found(place, otherwise) != otherwise;
	}

}
