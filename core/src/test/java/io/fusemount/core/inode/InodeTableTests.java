package io.fusemount.core.inode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.revision.Revision;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Which files are open, new, or gone.
 */
class InodeTableTests {

	private static final EmptyFolder DIRECTORY = new EmptyFolder("1");

	private static final Place NAME = DIRECTORY.place("a");

	private static final RegularFile FILE = Version.of("1", 1);

	private static final RegularFile NEWER = Version.of("1", 2);

	@TempDir
	Path directory;

	private InodeFixture inodes;

	private InodeTable table;

	@BeforeEach
	void open() throws IOException {
		this.inodes = new InodeFixture(this.directory);
		this.table = this.inodes.table;
	}

	@AfterEach
	void close() throws IOException {
		this.inodes.close();
	}

	@Test
	void handlesOfTheSameVersionShareAFile() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		assertThat(this.inodes.open(NAME, FILE, true)).isSameAs(file);
		assertThat(this.table.isOpenForWriting(file)).isTrue();
		assertThat(this.table.isOpenForWritingElsewhere(file)).isFalse();
		assertThat(this.table.leave(file, true, true)).isEqualTo(Remains.OPEN);
		assertThat(this.table.isOpenForWriting(file)).isFalse();
		assertThat(this.table.leaveUnlessLast(file, false)).isFalse();
	}

	@Test
	void versionThatOthersHaveMadeIsOpenedByItself() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		FileInode newer = this.inodes.open(NAME, Version.of("1", 2), false);
		assertThat(this.table.all()).containsExactlyInAnyOrder(file, newer);
		this.table.leave(file, false, true);
		assertThat(this.table.all()).containsExactly(newer);
	}

	@Test
	void lookupThatEndsLateDoesNotBringAnEarlierVersionBack() {
		FileInode file = this.table.live(NEWER, 2, false);
		assertThat(this.table.live(FILE, 1, false)).isSameAs(file);
		assertThat(file.version()).isEqualTo(NEWER);
	}

	@Test
	void norDoesItBesideAnOpenVersion() {
		FileInode open = this.inodes.open(NAME, FILE, false);
		FileInode file = this.table.live(NEWER, 2, false);
		assertThat(file).isNotSameAs(open);
		assertThat(this.table.live(FILE, 1, false)).isSameAs(file);
		assertThat(file.version()).isEqualTo(NEWER);
	}

	@Test
	void lastHandleOfAWriterStaysForItsChanges() {
		FileInode file = this.inodes.open(NAME, FILE, true);
		this.inodes.open(NAME, FILE, false);
		InodeFixture.write(file, "changed");
		assertThat(this.table.leaveUnlessLast(file, true)).isFalse();
		assertThat(this.table.leave(file, true, false)).isEqualTo(Remains.CHANGES);
		assertThat(this.table.isOpenForWriting(file)).isTrue();
		assertThat(this.table.leave(file, true, true)).isEqualTo(Remains.OPEN);
		assertThat(this.table.leave(file, false, false)).isEqualTo(Remains.CHANGES);
	}

	@Test
	void fileIsClosedWithItsLastHandle() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		assertThat(this.table.leave(file, false, false)).isEqualTo(Remains.NOTHING);
		assertThat(file.open()).isNull();
		assertThat(this.table.join(file, false)).isFalse();
		assertThat(this.table.all()).isEmpty();
		assertThat(this.table.current(file)).isSameAs(file);
	}

	@Test
	void fileThatStaysLocalIsOpenWithoutHandles() {
		FileInode file = this.inodes.create(NAME, true);
		assertThat(this.inodes.bindings.leave(file, true, false)).isEqualTo(Remains.LOCAL);
		assertThat(this.inodes.names.shown(NAME)).isSameAs(file);
		assertThat(this.table.current(file)).isSameAs(file);
		assertThat(this.table.abandon(file)).isNull();
		assertThat(this.table.join(file, false)).isTrue();
	}

	@Test
	void newFileThatWasClosedAndNotStoredIsStale() {
		FileInode file = this.inodes.create(NAME, false);
		Revision content = file.requireContent();
		assertThat(this.inodes.bindings.leave(file, true, true)).isEqualTo(Remains.NOTHING);
		content.discard(false);
		assertThat(this.inodes.names.shown(NAME)).isNull();
		assertThat(this.inodes.limit.taken()).isZero();
		assertThat(file.size()).as("as it was when it was closed").isZero();
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.table.current(file))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.ESTALE));
	}

	@Test
	void oneNewFileAtMostHasAName() {
		FileInode first = this.inodes.create(NAME, false);
		FileInode second = this.inodes.local(NAME, false);
		assertThat(this.inodes.locals.add(second, NAME, true, this.inodes.limit.take())).isFalse();
		assertThat(this.inodes.names.shown(NAME)).isSameAs(first);
		assertThat(this.table.isOpenForWriting(second)).isFalse();
		assertThat(this.inodes.locals.in(DIRECTORY)).extracting(LocalName::inode).containsExactly(first);
		second.requireContent().discard(false);
	}

	@Test
	void writersWaitWhileContentIsGivenToAnotherFile() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		assertThat(this.table.yields(file)).isTrue();
		assertThat(this.table.join(file, true)).isFalse();
		assertThat(this.table.join(file, false)).isTrue();
		this.table.ceaseToYield(file);
		assertThat(this.table.join(file, true)).isTrue();
		assertThat(this.table.yields(file)).as("a program writes to it").isFalse();
		assertThat(this.table.join(file, true)).isTrue();
	}

	@Test
	void snapshotOfADirectoryThatIsReadEachTimeJoinsTheSameVersion() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		assertThat(this.table.current(Version.of("1", 1))).isSameAs(file);
		assertThat(this.table.current(Version.of("1", 2))).isNotSameAs(file);
	}

	@Test
	void fileThatAProgramHasCreatedIsNewForAWhile() {
		FileInode file = this.inodes.find(NAME, FILE);
		assertThat(this.table.isNew(file)).isFalse();
		this.table.born(file);
		assertThat(this.table.isNew(file)).isTrue();
		InodeTable impatient = new InodeTable(Duration.ZERO);
		FileInode other = FileInode.stored(Version.of("2", 1));
		impatient.born(other);
		assertThat(impatient.isNew(other)).isFalse();
	}

	@Test
	void fileIsBesideOthersThatTheSameProgramHasCreatedInItsDirectoryLately() {
		Caller program = new Caller(1000, 1000, 5);
		FileInode file = this.inodes.find(NAME, FILE);
		FileInode beside = Caller.as(program,
				() -> this.inodes.bindings.created(DIRECTORY.place("b"), Version.of("2", 1)));
		assertThat(this.table.hasCreatedBeside(file, DIRECTORY, program)).isTrue();
		assertThat(this.table.hasCreatedBeside(beside, DIRECTORY, program)).isFalse();
		assertThat(this.table.hasCreatedBeside(file, new EmptyFolder("2"), program)).isFalse();
		assertThat(this.table.hasCreatedBeside(file, DIRECTORY, new Caller(1000, 1000, 6))).isFalse();
		this.inodes.bindings.gone(beside, DIRECTORY.place("b"));
		assertThat(this.table.hasCreatedBeside(file, DIRECTORY, program)).isFalse();
	}

}
