package io.fusemount.core.inode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.Lock;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is remembered of names.
 */
class NamesTests {

	private static final EmptyFolder DIRECTORY = new EmptyFolder("1");

	private static final Place NAME = DIRECTORY.place("a");

	private static final Place OTHER = DIRECTORY.place("b");

	private static final Inode UNKNOWN = FileInode.stored(Version.of("unknown", 1));

	private static final RegularFile FILE = Version.of("1", 1);

	@TempDir
	Path directory;

	private InodeFixture inodes;

	private Names names;

	private News news;

	@BeforeEach
	void open() throws IOException {
		this.inodes = new InodeFixture(this.directory);
		this.names = this.inodes.names;
		this.news = new News(this.names);
	}

	@AfterEach
	void close() throws IOException {
		this.inodes.close();
	}

	@Test
	void fileThatWasFoundIsOneInodeWhateverItsVersion() {
		FileInode file = this.inodes.find(NAME, FILE);
		assertThat(found(NAME)).isSameAs(file);
		assertThat(this.inodes.find(NAME, Version.of("1", 2))).isSameAs(file);
		assertThat(file.version()).isEqualTo(Version.of("1", 2));
		assertThat(this.inodes.find(OTHER, Version.of("1", 2))).isSameAs(file);
		assertThat(found(NAME)).as("a node has one name").isSameAs(UNKNOWN);
		assertThat(file.place()).isEqualTo(OTHER);
	}

	@Test
	void lookupThatOverlapsAChangeByOthersIsNotRemembered() {
		long ticket = this.names.ticket();
		this.news.forget(Version.of("2", 1).key());
		note(ticket, NAME, FILE);
		assertThat(found(NAME)).isSameAs(UNKNOWN);
	}

	@Test
	void lookupThatOverlapsAChangeOfAnotherNameIsRemembered() {
		long ticket = this.names.ticket();
		FileInode other = this.inodes.bindings.stored(OTHER, Version.of("2", 1));
		note(ticket, NAME, null);
		assertThat(found(NAME)).isNull();
		assertThat(note(ticket, OTHER, null)).isSameAs(other);
		assertThat(found(OTHER)).isSameAs(other);
	}

	@Test
	void lookupThatOverlapsARenameDoesNotBringAFileBackUnderItsOldName() {
		FileInode file = this.inodes.find(NAME, FILE);
		long ticket = this.names.ticket();
		this.inodes.bindings.renamed(file, NAME, OTHER, null, Version.of("1", 2), false);
		assertThat(note(ticket, NAME, FILE)).isNull();
		assertThat(found(NAME)).isNull();
		assertThat(found(OTHER)).isSameAs(file);
		assertThat(file.version()).isEqualTo(Version.of("1", 2));
	}

	@Test
	void lookupThatOverlapsARenameIsNotRememberedAlsoIfTheOldNameIsForgotten() {
		FileInode file = this.inodes.find(NAME, FILE);
		long ticket = this.names.ticket();
		this.inodes.bindings.renamed(file, NAME, OTHER, null, Version.of("1", 2), false);
		this.names.forget(NAME);
		note(ticket, NAME, FILE);
		assertThat(found(NAME)).isSameAs(UNKNOWN);
		assertThat(found(OTHER)).isSameAs(file);
		assertThat(file.version()).isEqualTo(Version.of("1", 2));
	}

	@Test
	void lookupThatOverlapsACommitOfWhatItFindsHasTheNewVersion() {
		FileInode file = this.inodes.find(NAME, FILE);
		long ticket = this.names.ticket();
		this.inodes.bindings.updated(file, Version.of("1", 2));
		assertThat(note(ticket, NAME, FILE)).isSameAs(file);
		assertThat(found(NAME)).isSameAs(file);
		assertThat(file.version()).isEqualTo(Version.of("1", 2));
	}

	@Test
	void lookupIsNotRememberedHoweverManyNamesHaveChangedSince() {
		long ticket = this.names.ticket();
		for (int i = 0; i < 300; i++) {
			this.names.changed(DIRECTORY.place("n" + i), null);
		}
		note(ticket, DIRECTORY.place("n0"), FILE);
		assertThat(found(DIRECTORY.place("n0"))).isSameAs(UNKNOWN);
	}

	@Test
	void versionOfAnOpenFileThatOthersHaveMadeIsAnotherInode() {
		FileInode open = this.inodes.open(NAME, FILE, false);
		FileInode newer = this.inodes.find(NAME, Version.of("1", 2));
		assertThat(newer).isNotSameAs(open);
		assertThat(found(NAME)).isSameAs(newer);
		assertThat(this.names.file(FILE.key())).isSameAs(newer);
		assertThat(open.version()).isEqualTo(FILE);
		assertThat(open.open()).isNotNull();
		assertThat(this.inodes.table.current(open)).as("handles stay with it").isSameAs(open);
		assertThat(this.inodes.table.isOpen(newer)).isFalse();
	}

	@Test
	void sameVersionOfAnOpenFileIsTheSameInode() {
		FileInode open = this.inodes.open(NAME, FILE, false);
		assertThat(this.inodes.open(NAME, Version.of("1", 1), true)).isSameAs(open);
		assertThat(this.inodes.table.isOpenForWriting(open)).isTrue();
	}

	@Test
	void dirtyFileStaysTheInodeOfItsNameWhateverOthersHaveMade() {
		FileInode open = this.inodes.open(NAME, FILE, true);
		InodeFixture.write(open, "changed");
		assertThat(this.inodes.find(NAME, Version.of("1", 2))).isSameAs(open);
		assertThat(open.version()).as("the version that it conflicts with").isEqualTo(FILE);
		assertThat(InodeFixture.read(open)).isEqualTo("changed");
	}

	@Test
	void fileWhoseCommitIsRunningStaysTheInodeOfItsName() {
		FileInode open = this.inodes.open(NAME, FILE, false);
		Lock commit = open.exclusive();
		try {
			assertThat(this.inodes.find(NAME, Version.of("1", 2))).isSameAs(open);
			assertThat(open.version()).isEqualTo(FILE);
		}
		finally {
			commit.unlock();
		}
	}

	@Test
	void detourGoesOnWithTheVersionThatOthersHaveMade() {
		FileInode open = this.inodes.open(NAME, FILE, false);
		this.inodes.bindings.detour(open, new Detour.Away(NAME, OTHER, FILE, null, 0));
		FileInode newer = this.inodes.find(NAME, Version.of("1", 2));
		assertThat(newer).isNotSameAs(open);
		assertThat(this.names.away(NAME)).isSameAs(newer);
		assertThat(this.names.shown(OTHER)).isSameAs(newer);
		assertThat(open.detour()).isNull();
	}

	@Test
	void listingDoesNotTakeThePlaceOfWhatIsKnownOfTheSameContent() {
		Version opened = new Version("1", 1, "1");
		FileInode file = this.inodes.find(NAME, opened);
		assertThat(listed(new Version("1", 1, "1"))).isSameAs(file);
		assertThat(file.version()).isSameAs(opened);
		Version changed = new Version("1", 1, "2");
		assertThat(listed(changed)).isSameAs(file);
		assertThat(file.version()).isSameAs(changed);
		Version later = new Version("1", 2, "2");
		assertThat(listed(later)).isSameAs(file);
		assertThat(file.version()).isSameAs(later);
		Version unknown = Version.of("1", 2);
		listed(unknown);
		assertThat(file.version()).isSameAs(unknown);
		Version same = Version.of("1", 2);
		listed(same);
		assertThat(file.version()).isSameAs(same);
	}

	@Test
	void entryOfAListingThatIsSomethingElseNowIsNotKnownAnyMore() {
		FileInode file = this.inodes.find(NAME, FILE);
		assertThat(this.names.noteKnown(new Ticket(this.names.ticket(), null), NAME, FILE, InodeFixture.lease()))
			.isSameAs(file);
		this.inodes.bindings.stored(NAME, Version.of("2", 1));
		assertThat(this.names.noteKnown(new Ticket(this.names.ticket(), null), NAME, FILE, InodeFixture.lease()))
			.isNull();
		this.names.forget(NAME);
		assertThat(this.names.noteKnown(new Ticket(this.names.ticket(), null), NAME, FILE, InodeFixture.lease()))
			.isSameAs(file);
		assertThat(found(NAME)).isSameAs(file);
	}

	@Test
	void absenceIsRememberedUntilOthersChangeAnything() {
		note(this.names.ticket(), NAME, null);
		assertThat(found(NAME)).isNull();
		this.news.forget(FILE.key());
		assertThat(found(NAME)).isSameAs(UNKNOWN);
	}

	@Test
	void nodeThatOthersHaveChangedIsForgottenUnderWhateverName() {
		this.inodes.find(NAME, FILE);
		assertThat(this.news.forget(FILE.key())).isEqualTo(NAME);
		assertThat(found(NAME)).isSameAs(UNKNOWN);
		assertThat(this.news.forget(FILE.key())).isNull();
	}

	@Test
	void namesThatAreForgottenInADirectoryAreNotForgottenInOthers() {
		EmptyFolder below = new EmptyFolder("2");
		FileInode file = this.inodes.find(NAME, FILE);
		this.inodes.find(below.place("a"), Version.of("2", 1));
		this.news.forgetIn(below.key());
		assertThat(found(below.place("a"))).isSameAs(UNKNOWN);
		assertThat(found(NAME)).isSameAs(file);
		this.news.forgetAll();
		assertThat(found(NAME)).isSameAs(UNKNOWN);
		assertThat(this.names.place(FILE.key())).isNull();
	}

	@Test
	void nodeThatIsDoubtedIsLookedUpAgainAndNotForgotten() {
		FileInode file = this.inodes.find(NAME, FILE);
		note(this.names.ticket(), OTHER, null);
		long ticket = this.names.ticket();
		this.news.doubtAll();
		assertThat(found(NAME)).isSameAs(UNKNOWN);
		assertThat(found(OTHER)).isSameAs(UNKNOWN);
		assertThat(new FoundFiles(this.names).last(NAME)).isSameAs(file);
		note(ticket, NAME, FILE);
		assertThat(found(NAME)).isSameAs(UNKNOWN);
		this.inodes.bindings.updated(file, Version.of("1", 2));
		assertThat(found(NAME)).as("a commit does not look for the name").isSameAs(UNKNOWN);
		this.inodes.find(NAME, Version.of("1", 2));
		assertThat(found(NAME)).isSameAs(file);
	}

	@Test
	void nothingCountsLongerThanItsLease() {
		Lease ended = new Lease(new TimeToLive(Duration.ZERO).brief());
		this.names.note(new Ticket(this.names.ticket(), null), NAME, FILE, ended);
		assertThat(found(NAME)).isSameAs(UNKNOWN);
		assertThat(this.names.validNanos(NAME, null)).isZero();
		FileInode file = this.inodes.find(NAME, FILE);
		assertThat(this.names.validNanos(NAME, file)).isPositive();
		assertThat(this.names.validNanos(NAME, null)).isZero();
	}

	@Test
	void fileThatWasReadUnderItsNameIsKnownAnew() {
		Lease ended = new Lease(new TimeToLive(Duration.ZERO).brief());
		Inode file = this.names.note(new Ticket(this.names.ticket(), null), NAME, FILE, ended);
		FoundFiles files = new FoundFiles(this.names);
		RegularFile better = Version.of("1", 1);
		files.confirm(this.names.ticket(), FILE, better, InodeFixture.lease());
		assertThat(found(NAME)).isSameAs(file);
		assertThat(files.filesIn(DIRECTORY)).singleElement().isSameAs(file).satisfies((known) -> {
			assertThat(known.version()).isSameAs(better);
		});
	}

	@Test
	void fileThatHasMovedMeanwhileIsNotKnownUnderItsOldName() {
		FileInode file = this.inodes.find(NAME, FILE);
		long ticket = this.names.ticket();
		this.inodes.bindings.renamed(file, NAME, OTHER, null, Version.of("1", 2), false);
		new FoundFiles(this.names).confirm(ticket, FILE, Version.of("1", 1), InodeFixture.lease());
		assertThat(found(NAME)).isNull();
		assertThat(file.version()).isEqualTo(Version.of("1", 2));
	}

	private @Nullable Inode found(Place place) {
		return this.names.found(place, UNKNOWN);
	}

	private @Nullable Inode note(long ticket, Place place, @Nullable Node node) {
		return this.names.note(new Ticket(ticket, null), place, node, InodeFixture.lease());
	}

	private Inode listed(Node node) {
		return this.names.noteListed(new Ticket(this.names.ticket(), null), NAME, node, InodeFixture.lease());
	}

}
