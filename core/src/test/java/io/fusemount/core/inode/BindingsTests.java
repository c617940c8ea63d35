package io.fusemount.core.inode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.revision.Revision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * How names and rows change hands.
 */
@Timeout(60)
class BindingsTests {

	private static final EmptyFolder DIRECTORY = new EmptyFolder("1");

	private static final EmptyFolder OTHER_DIRECTORY = new EmptyFolder("2");

	private static final Place NAME = DIRECTORY.place("a");

	private static final Place OTHER = OTHER_DIRECTORY.place("b");

	private static final RegularFile FILE = Version.of("1", 1);

	private static final RegularFile REPLACED = Version.of("2", 1);

	private static final RegularFile AFTER = Version.of("2", 2);

	private static final Inode UNKNOWN = FileInode.stored(Version.of("unknown", 1));

	@TempDir
	Path directory;

	private InodeFixture inodes;

	private Bindings bindings;

	private Names names;

	private volatile boolean ended;

	@BeforeEach
	void open() throws IOException {
		this.inodes = new InodeFixture(this.directory);
		this.bindings = this.inodes.bindings;
		this.names = this.inodes.names;
	}

	@AfterEach
	void close() throws IOException {
		this.inodes.close();
	}

	@Test
	void renamedFileIsFoundUnderOneNameAtEachMoment() throws InterruptedException {
		requireOneName((file) -> {
			this.bindings.renamed(file, NAME, OTHER, null, FILE, false);
			this.bindings.renamed(file, OTHER, NAME, null, FILE, false);
		});
	}

	@Test
	void fileOnADetourIsSeenUnderOneNameAtEachMoment() throws InterruptedException {
		requireOneName((file) -> {
			this.bindings.detour(file, new Detour.Away(NAME, OTHER, FILE, null, 0));
			this.bindings.endDetour(file);
		});
	}

	private void requireOneName(Consumer<FileInode> thereAndBack) throws InterruptedException {
		FileInode file = this.inodes.find(NAME, FILE);
		this.names.changed(OTHER, null);
		List<List<Inode>> seen = new ArrayList<>();
		Thread lookups = new Thread(() -> look(seen));
		lookups.start();
		for (int i = 0; i < 20_000; i++) {
			thereAndBack.accept(file);
		}
		this.ended = true;
		lookups.join();
		assertThat(seen).isNotEmpty().allSatisfy((moment) -> assertThat(moment).containsExactly(file));
	}

	private void look(List<List<Inode>> seen) {
		do {
			List<Inode> moment = new ArrayList<>(1);
			synchronized (this.inodes.table) {
				for (Place place : List.of(NAME, OTHER)) {
					Inode there = seen(place);
					if (there != null) {
						moment.add(there);
					}
				}
			}
			if (seen.size() < 1000 || moment.size() != 1) {
				seen.add(moment);
			}
		}
		while (!this.ended);
	}

	/** Returns what programs see. */
	private @Nullable Inode seen(Place place) {
		Inode shown = this.names.shown(place);
		if (shown != null) {
			return shown;
		}
		Inode found = this.names.found(place, UNKNOWN);
		return (found instanceof FileInode file && this.names.away(place) == file) ? null : found;
	}

	@Test
	void rowThatIsTakenKeepsItsKeyAndBothInodesComeToIt() {
		FileInode file = this.inodes.find(NAME, FILE);
		FileInode over = this.inodes.find(OTHER, REPLACED);
		FileInode row = this.bindings.renamed(file, NAME, OTHER, over, AFTER, false);
		assertThat(row).isSameAs(over);
		assertThat(row.key()).isEqualTo(REPLACED.key());
		assertThat(row.version()).isEqualTo(AFTER);
		assertThat(this.inodes.table.current(file)).isSameAs(row);
		assertThat(seen(OTHER)).isSameAs(row);
		assertThat(seen(NAME)).isNull();
	}

	@Test
	void handlesOfTheReplacedFileKeepWhatTheyHave() {
		FileInode over = this.inodes.open(OTHER, REPLACED, true);
		InodeFixture.write(over, "replaced");
		long number = over.number();
		FileInode file = this.inodes.find(NAME, FILE);
		FileInode row = this.bindings.renamed(file, NAME, OTHER, over, AFTER, false);
		assertThat(row).isSameAs(file);
		assertThat(row.key()).isEqualTo(REPLACED.key());
		assertThat(seen(OTHER)).isSameAs(row);
		assertThat(over.isGone()).isTrue();
		assertThat(over.number()).isEqualTo(number);
		assertThat(InodeFixture.read(over)).isEqualTo("replaced");
		assertThat(over.isDirty()).as("there is nothing to commit it to").isFalse();
		assertThat(this.inodes.table.current(over)).as("as long as it is open").isSameAs(over);
		Revision content = over.requireContent();
		assertThat(this.bindings.leave(over, true, false)).isEqualTo(Remains.NOTHING);
		content.discard(false);
		assertThat(this.inodes.table.current(over)).isSameAs(row);
	}

	@Test
	void newFileThatTakesARowIsOpenAsThatRow() {
		FileInode over = this.inodes.find(NAME, REPLACED);
		FileInode file = this.inodes.create(OTHER, true);
		InodeFixture.write(file, "new");
		long number = file.number();
		FileInode row = this.bindings.renamed(file, OTHER, NAME, over, AFTER, false);
		assertThat(row).isSameAs(file);
		assertThat(row.key()).isEqualTo(REPLACED.key());
		assertThat(row.isStored()).isTrue();
		assertThat(row.number()).as("its handles know it by that").isEqualTo(number);
		assertThat(this.names.shown(OTHER)).isNull();
		assertThat(this.names.shown(NAME)).isNull();
		assertThat(seen(NAME)).isSameAs(row);
		assertThat(this.inodes.table.current(over)).isSameAs(row);
		assertThat(this.inodes.limit.taken()).isZero();
	}

	@Test
	void newFileHasTheNumberOfItsRowAfterItsLastHandle() {
		FileInode file = this.inodes.create(NAME, false);
		long number = file.number();
		this.bindings.created(file, NAME, FILE);
		assertThat(file.number()).isEqualTo(number);
		Revision content = file.requireContent();
		this.bindings.leave(file, true, true);
		content.discard(false);
		assertThat(file.number()).isEqualTo(FILE.key().inode());
		assertThat(this.inodes.table.firstNumber(file)).as("the kernel may know it by that").isEqualTo(number);
		assertThat(seen(NAME)).isSameAs(file);
	}

	@Test
	void detourHidesTheFileThatIsStoredUnderTheNameOfTheBackup() {
		FileInode older = this.inodes.find(OTHER, REPLACED);
		FileInode file = this.inodes.find(NAME, FILE);
		assertThat(this.bindings.backUp(file, new Detour.Backup(NAME, OTHER, FILE, null, 0))).isTrue();
		assertThat(seen(OTHER)).isSameAs(file);
		assertThat(seen(NAME)).isNull();
		assertThat(this.bindings.backupsIn(DIRECTORY)).extracting(Pending::file).containsExactly(file);
		assertThat(this.bindings.backUp(older, new Detour.Backup(OTHER, NAME, REPLACED, null, 0))).isFalse();
		this.bindings.endDetour(file);
		assertThat(seen(OTHER)).isSameAs(older);
		assertThat(seen(NAME)).isSameAs(file);
	}

	@Test
	void nameMayShowOneFileAndWaitForAnother() {
		Place third = DIRECTORY.place("c");
		FileInode first = this.inodes.find(NAME, FILE);
		FileInode second = this.inodes.find(third, REPLACED);
		this.bindings.detour(first, new Detour.Away(NAME, OTHER, FILE, null, 0));
		this.bindings.detour(second, new Detour.Away(third, NAME, REPLACED, null, 0));
		assertThat(seen(NAME)).isSameAs(second);
		assertThat(this.names.away(NAME)).isSameAs(first);
		assertThat(this.bindings.detours()).extracting(Pending::file).containsExactlyInAnyOrder(first, second);
		this.bindings.endDetour(second);
		assertThat(seen(NAME)).isNull();
		assertThat(this.names.away(NAME)).isSameAs(first);
	}

	@Test
	void fileWhoseDeletionWaitsIsSeenUnderNoName() {
		FileInode file = this.inodes.find(NAME, FILE);
		this.bindings.detour(file, new Detour.Away(NAME, OTHER, FILE, null, 0));
		this.bindings.detour(file, new Detour.Gone(NAME, true, FILE, null, 0));
		assertThat(seen(NAME)).isNull();
		assertThat(this.names.shown(OTHER)).isNull();
		assertThat(this.names.away(NAME)).isSameAs(file);
		this.bindings.gone(file, NAME);
		assertThat(this.names.away(NAME)).isNull();
		assertThat(this.bindings.detours()).isEmpty();
		assertThat(this.names.found(NAME, UNKNOWN)).isNull();
	}

	@Test
	void contentOfABackupIsAnotherFileThanItsRow() {
		FileInode file = this.inodes.find(NAME, FILE);
		this.bindings.backUp(file, new Detour.Backup(NAME, OTHER, FILE, null, 0));
		FileInode stored = this.bindings.created(OTHER, REPLACED);
		FileInode row = this.bindings.part(file, stored);
		assertThat(seen(OTHER)).isSameAs(stored);
		assertThat(seen(NAME)).isNull();
		assertThat(this.names.away(NAME)).isSameAs(row);
		assertThat(row.key()).isEqualTo(FILE.key());
		assertThat(row.detour()).isEqualTo(new Detour.Gone(NAME, false, FILE, null, 0));
		assertThat(file.backup()).isSameAs(stored);
		assertStale(file);
		this.bindings.endDetour(row);
		assertThat(seen(NAME)).as("whatever has failed").isSameAs(row);
	}

	@Test
	void fileWhoseRowAnotherOneTakesGoesOnAsAScratchFile() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		Detour.Away away = new Detour.Away(NAME, OTHER, FILE, null, 0);
		this.bindings.detour(file, away);
		assertThat(this.bindings.becameScratch(file, away, this.inodes.identity())).isTrue();
		assertThat(file.isScratch()).isTrue();
		assertThat(this.names.shown(OTHER)).isSameAs(file);
		assertThat(this.names.away(NAME)).isNull();
		assertThat(this.names.file(FILE.key())).isNull();
		assertThat(this.bindings.leave(file, false, false)).isEqualTo(Remains.LOCAL);
		assertThat(this.names.shown(OTHER)).isSameAs(file);
		assertThat(this.inodes.limit.taken()).isOne();
	}

	@Test
	void fileGoesOnAsAScratchFileAlsoIfItsHandleAndItsDetourEndMeanwhile() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		Detour.Away away = new Detour.Away(NAME, OTHER, FILE, null, 0);
		this.bindings.detour(file, away);
		this.inodes.table.hold(file, this.inodes.identity());
		assertThat(this.bindings.leave(file, false, true)).isEqualTo(Remains.OPEN);
		this.bindings.endDetour(file);
		assertThat(this.bindings.becameScratch(file, away, this.inodes.identity())).isTrue();
		assertThat(this.names.shown(OTHER)).isSameAs(file);
		assertThat(this.inodes.table.abandon(file)).as("it stays").isNull();
	}

	@Test
	void contentThatWasHeldGoesWhenItIsAbandoned() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		this.inodes.table.hold(file, this.inodes.identity());
		this.bindings.leave(file, false, false);
		Revision content = file.requireContent();
		assertThat(this.inodes.table.abandon(file)).as("it is held").isNull();
		this.inodes.table.hold(file, null);
		assertThat(this.inodes.table.abandon(file)).isSameAs(content);
		content.discard(false);
		assertThat(
				this.bindings.becameScratch(file, new Detour.Away(NAME, OTHER, FILE, null, 0), this.inodes.identity()))
			.isFalse();
	}

	@Test
	void filesThatHaveHadEachOthersRowsDoNotLeadToEachOther() {
		FileInode file = this.inodes.find(NAME, FILE);
		FileInode over = this.inodes.find(OTHER, REPLACED);
		assertThat(this.bindings.renamed(file, NAME, OTHER, over, AFTER, false)).isSameAs(over);
		assertThat(this.bindings.renamed(over, OTHER, NAME, file, AFTER, false)).isSameAs(file);
		assertThat(this.inodes.table.current(over)).isSameAs(file);
		assertThat(this.inodes.table.current(file)).isSameAs(file);
	}

	@Test
	void renameEndsWhateverWaitedUnderTheNewName() {
		FileInode over = this.inodes.open(OTHER, REPLACED, true);
		this.bindings.detour(over, new Detour.Away(OTHER, DIRECTORY.place("c"), REPLACED, null, 0));
		InodeFixture.write(over, "changed");
		Revision content = over.requireContent();
		this.bindings.leave(over, true, true);
		this.bindings.giveUp(over);
		content.discard(false);
		assertThat(this.names.away(OTHER)).isNotNull();
		FileInode file = this.inodes.find(NAME, FILE);
		FileInode row = this.bindings.renamed(file, NAME, OTHER, over, AFTER, false);
		assertThat(this.names.away(OTHER)).isNull();
		assertThat(seen(OTHER)).isSameAs(row);
	}

	@Test
	void rowThatIsSeparatedFromItsHandlesHasTheName() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		FileInode row = this.bindings.separate(file);
		assertThat(row).isNotSameAs(file);
		assertThat(seen(NAME)).isSameAs(row);
		assertThat(this.inodes.table.current(file)).as("as long as it is open").isSameAs(file);
		this.bindings.leave(file, false, true);
		assertStale(file);
		assertThat(this.bindings.separate(row)).as("nobody has it open").isSameAs(row);
	}

	@Test
	void programThatHasFoundAFileComesToItsRowWhenThatGetsOtherContent() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		FileInode row = this.bindings.handOver(file);
		assertThat(this.inodes.table.current(file)).isSameAs(file);
		this.bindings.leave(file, false, true);
		assertThat(this.inodes.table.current(file)).isSameAs(row);
	}

	@Test
	void supersededFileIsNotFoundByItsKeyAnyMore() {
		FileInode file = this.inodes.open(NAME, FILE, false);
		this.bindings.supersede(file);
		assertThat(this.names.file(FILE.key())).isNotSameAs(file);
		assertThat(this.names.shown(NAME)).isNull();
		assertThat(this.inodes.open(NAME, Version.of("1", 2), false)).isNotSameAs(file);
		assertThat(this.bindings.leave(file, false, true)).isEqualTo(Remains.NOTHING);
	}

	@Test
	void fileWhoseHandlesWereGivenUpIsNotTheInodeOfItsRowAnyMore() {
		FileInode file = this.inodes.open(NAME, FILE, true);
		InodeFixture.write(file, "lost");
		this.bindings.detour(file, new Detour.Away(NAME, OTHER, FILE, null, 0));
		Revision content = file.requireContent();
		this.bindings.leave(file, true, true);
		content.discard(false);
		this.bindings.giveUp(file);
		FileInode fresh = this.names.file(FILE.key());
		assertThat(fresh).isNotNull().isNotSameAs(file);
		assertThat(this.names.shown(OTHER)).isSameAs(fresh);
		assertThat(this.names.away(NAME)).isSameAs(fresh);
	}

	@Test
	void directoryThatMovesIsFoundUnderItsNewName() {
		Place source = DIRECTORY.place("folder");
		EmptyFolder folder = new EmptyFolder("3");
		this.bindings.made(source, folder);
		assertThat(this.names.place(folder.key())).isEqualTo(source);
		this.bindings.moved(source, OTHER, folder);
		assertThat(this.names.found(source, UNKNOWN)).isNull();
		assertThat(this.names.place(folder.key())).isEqualTo(OTHER);
		this.bindings.removed(OTHER, folder);
		assertThat(this.names.found(OTHER, UNKNOWN)).isNull();
		assertThat(this.names.place(folder.key())).isNull();
	}

	private void assertStale(FileInode file) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.inodes.table.current(file))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.ESTALE));
	}

}
