package io.fusemount.core.inode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.Quota;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnseenSteps;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.vfs.TimeToLive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class InodeTableTests {

	@TempDir
	Path directory;

	private final UserLimit limit = new UserLimit("files", "files", Quota.of(100), Errno.ENOSPC, Errno.EDQUOT);

	private final NameTable names = new NameTable(10, this.limit);

	private final InodeTable table = new InodeTable(this.names, Duration.ofMinutes(1));

	private final Place place = new Place(VirtualDirectory.root(Map.of(), Instant.EPOCH), new Name("a"));

	private Spool spool;

	private ContentCache cache;

	private NewFiles files;

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.directory.resolve("spool"));
		this.cache = new ContentCache(this.directory.resolve("cache"), this.spool.channels(),
				ContentCacheSettings.defaults(), UnseenSteps.create(), new OperationListener() {
				});
		this.files = new NewFiles(this.spool, this.cache, Clock.systemUTC(), TestChanges.of(this.table, this.cache),
				UnseenSteps.create());
	}

	@AfterEach
	void close() throws IOException {
		this.cache.close();
		this.spool.close();
	}

	@Test
	void handlesOfTheSameVersionShareAFile() {
		OpenFile file = opened(new Version(1), false);
		assertThat(opened(new Version(1), true)).isSameAs(file);
		assertThat(this.table.isOpenForWriting(file)).isTrue();
		assertThat(this.table.leave(file, true, true)).isEqualTo(Remains.OPEN);
		assertThat(this.table.isOpenForWriting(file)).isFalse();
		assertThat(this.table.isLastHandle(file)).isTrue();
	}

	@Test
	void aVersionThatOthersHaveMadeStartsAfresh() {
		OpenFile file = opened(new Version(1), false);
		assertThat(this.table.find(new Version(2))).isNull();
		OpenFile newer = opened(new Version(2), false);
		assertThat(newer).isNotSameAs(file);
		assertThat(this.table.all()).containsExactlyInAnyOrder(file, newer);
		this.table.leave(file, false, true);
		assertThat(this.table.all()).containsExactly(newer);
	}

	@Test
	void aSupersededFileIsFoundByItsAliasAndNothingElse() {
		OpenFile file = opened(new Version(1), true);
		file.truncate(5);
		Place alias = new Place(this.place.directory(), new Name("alias"));
		this.table.supersede(file, alias);
		assertThat(this.table.find(new Version(1))).isNull();
		assertThat(opened(new Version(2), false)).isNotSameAs(file);
		assertThat(this.names.open(alias)).isSameAs(file);
		assertThat(this.table.all()).contains(file);
		assertThat(this.table.leave(file, true, true)).isEqualTo(Remains.NOTHING);
		assertThat(this.names.open(alias)).isNull();
		file.discard();
	}

	@Test
	void aFileThatHasBeenClosedIsNotSuperseded() {
		OpenFile file = opened(new Version(1), false);
		this.table.leave(file, false, true);
		Place alias = new Place(this.place.directory(), new Name("alias"));
		this.table.supersede(file, alias);
		assertThat(this.names.open(alias)).isNull();
		assertThat(this.table.all()).isEmpty();
	}

	@Test
	void aSnapshotFromBeforeACommitOfTheFilesystemJoins() {
		this.table.succeeded(new Version(1), new Version(2));
		OpenFile file = opened(new Version(2), false);
		assertThat(opened(new Version(1), false)).isSameAs(file);
	}

	@Test
	@Timeout(60)
	void aSnapshotFromBeforeACommitJoinsWheneverTheCommitEnds() throws InterruptedException {
		OpenFile file = opened(new Version(1), false);
		Thread commits = new Thread(() -> {
			for (int round = 0; round < 100; round++) {
				for (int i = 1; i < 500; i++) {
					this.table.succeeded(new Version(i), new Version(i + 1));
				}
				this.table.refuted(new Version(500));
			}
		});
		commits.start();
		while (commits.isAlive()) {
			assertThat(this.table.find(new Version(1))).isSameAs(file);
		}
		commits.join();
	}

	@Test
	void localChangesAreForWhoeverOpensTheFile() {
		OpenFile file = opened(new Version(1), true);
		file.truncate(5);
		assertThat(opened(new Version(2), false)).isSameAs(file);
		file.discard();
	}

	@Test
	void whatMayNotBeOpenedNowLeavesNoTrace() {
		OpenFile file = opened(new Version(1), false);
		this.table.beginReplacing(new Version(2).key());
		assertThat(this.table.open(new Version(2), true, this.files::existing)).isNull();
		assertThat(opened(new Version(1), true)).isSameAs(file);
		this.table.leave(file, true, true);
		this.table.endReplacing(new Version(2).key());
		assertThat(this.table.all()).containsExactly(file);
		assertThat(this.table.isLastHandle(file)).isTrue();
	}

	@Test
	void withItsLastHandleAFileIsFoundNoMore() {
		OpenFile file = opened(new Version(1), false);
		assertThat(this.table.leave(file, false, true)).isEqualTo(Remains.NOTHING);
		assertThat(this.table.find(new Version(1))).isNull();
		assertThat(this.table.tryHold(file)).isFalse();
		assertThat(this.table.all()).isEmpty();
	}

	@Test
	void aFileThatStaysLocalIsFoundWithoutHandles() {
		OpenFile file = this.files.created(this.place, true);
		this.table.add(file);
		assertThat(this.table.leave(file, false, true)).isEqualTo(Remains.LOCAL);
		assertThat(this.names.open(this.place)).isSameAs(file);
		assertThat(this.table.hold(new OpenFileNode(file))).isSameAs(file);
		file.discard();
	}

	@Test
	void oneNewFileAtMostWaitsUnderAName() {
		OpenFile first = this.files.created(this.place, false);
		OpenFile second = this.files.created(this.place, false);
		assertThat(this.table.addNew(first, this.place, true, this.limit.take())).isTrue();
		assertThat(this.table.addNew(second, this.place, true, this.limit.take())).isFalse();
		assertThat(this.names.open(this.place)).isSameAs(first);
		assertThat(this.table.isOpenForWriting(second)).isFalse();
		first.discard();
		second.discard();
	}

	@Test
	void theNodeOfANewFileThatWasClosedAndNotStoredIsStale() {
		OpenFile file = this.files.created(this.place, false);
		this.table.add(file);
		this.table.leave(file, false, true);
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.table.hold(new OpenFileNode(file)))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.ESTALE));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.table.newest(new OpenFileNode(file)))
			.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.ESTALE));
		file.discard();
	}

	@Test
	void aDeletedFileIsFoundByItsAliasOnlyAndUntilItsLastHandle() {
		OpenFile file = opened(new Version(1), false);
		this.table.detached(file, null, this.place);
		assertThat(this.table.find(new Version(1))).isNull();
		assertThat(this.names.open(this.place)).isSameAs(file);
		this.table.leave(file, false, true);
		assertThat(this.names.open(this.place)).isNull();
	}

	@Test
	void aFileThatTakesAnotherRowThanItWasStoredAsIsFoundThereOnly() {
		OpenFile file = this.files.created(this.place, false);
		this.table.add(file);
		this.table.committed(file, this.place, new Other("first"));
		this.table.committed(file, null, new Other("second"));
		assertThat(this.table.find(new Other("first"))).isNull();
		assertThat(this.table.all()).containsExactly(file);
		file.discard();
	}

	@Test
	void everyAliasGoesWithTheLastHandle() {
		OpenFile file = opened(new Version(1), true);
		Place one = new Place(this.place.directory(), new Name("one"));
		Place other = new Place(this.place.directory(), new Name("other"));
		this.table.supersede(file, one);
		this.table.supersede(file, other);
		assertThat(this.names.open(one)).isSameAs(file);
		this.table.leave(file, true, true);
		assertThat(this.names.open(one)).isNull();
		assertThat(this.names.open(other)).isNull();
	}

	@Test
	void olderVersionsMayBeRefuted() {
		this.table.succeeded(new Version(1), new Version(2));
		this.table.refuted(new Version(1));
		assertThat(this.table.newest(new Version(1))).isEqualTo(new Version(2));
		this.table.refuted(new Version(2));
		assertThat(this.table.newest(new Version(1))).isEqualTo(new Version(1));
		assertThat(this.table.isCommitted(new Version(1).key())).isFalse();
	}

	@Test
	void ofTheFilesThatWereCommittedOnlyTheLastOnesAreKnown() {
		this.table.succeeded(new Version(1), new Version(2));
		OpenFile file = opened(new Version(2), false);
		for (int i = 0; i < 1000; i++) {
			this.table.succeeded(new Other("o" + i), new Other("o" + i));
		}
		assertThat(this.table.isCommitted(new Version(1).key())).isFalse();
		assertThat(this.table.isCommitted(new Other("o0").key())).isTrue();
		assertThat(this.table.find(new Version(2))).isSameAs(file);
		this.table.refuted(new Other("o0"));
		this.table.succeeded(new Other("o0"), new Other("o0"));
		for (int i = 1; i < 1000; i++) {
			this.table.succeeded(new Other("o" + i), new Other("o" + i));
		}
		assertThat(this.table.isCommitted(new Other("o0").key())).isTrue();
		this.table.succeeded(new Other("last"), new Other("last"));
		assertThat(this.table.isCommitted(new Other("o0").key())).isFalse();
	}

	@Test
	void aNewFileIsKnownAsWhatProgramsHaveSeen() {
		NodeKey row = new Version(1).key();
		NodeKey before = new NodeKey("new", "1");
		this.table.seenAs(row, before);
		assertThat(this.table.isNew(row)).isFalse();
		this.table.created(row, this.place.directory().key());
		assertThat(this.table.isNew(row)).isTrue();
		assertThat(this.table.seenAs(row)).isNull();
		this.table.seenAs(row, before);
		assertThat(this.table.seenAs(row)).isEqualTo(before);
	}

	@Test
	void aFileIsNotNewForLong() {
		InodeTable impatient = new InodeTable(this.names, Duration.ZERO);
		impatient.created(new Version(1).key(), this.place.directory().key());
		assertThat(impatient.isNew(new Version(1).key())).isFalse();
	}

	@Test
	void whatAProgramHasCreatedInADirectoryIsBesideItsOtherFilesAsLongAsItIsNewAndThere() {
		Caller program = new Caller(1000, 1000, 5);
		Directory here = this.place.directory();
		Directory there = (Directory) Objects
			.requireNonNull(VirtualDirectory.root(Map.of("there/in", here), Instant.EPOCH).find(new Name("there")));
		RegularFile file = new Other("file");
		RegularFile beside = new Version(1);
		InodeTable impatient = new InodeTable(this.names, Duration.ZERO);
		for (InodeTable each : List.of(this.table, impatient)) {
			Caller.as(program, () -> {
				each.created(beside.key(), here.key());
				return each;
			});
		}
		this.names.stored(this.place, beside, new TimeToLive(Duration.ofMinutes(1)));
		assertThat(this.table.hasCreatedBeside(file.key(), here, program)).isTrue();
		assertThat(this.table.hasCreatedBeside(beside.key(), here, program)).isFalse();
		assertThat(this.table.hasCreatedBeside(file.key(), there, program)).isFalse();
		assertThat(this.table.hasCreatedBeside(file.key(), here, new Caller(1000, 1000, 6))).isFalse();
		assertThat(impatient.hasCreatedBeside(file.key(), here, program)).isFalse();
		this.names.invalidate(beside.key());
		assertThat(this.table.hasCreatedBeside(file.key(), here, program)).isFalse();
	}

	private OpenFile opened(RegularFile found, boolean write) {
		OpenFile open = this.table.open(found, write, this.files::existing);
		assertThat(open).isNotNull();
		return open;
	}

	/** A version of another file. */
	private record Other(String id) implements RegularFile {

		@Override
		public NodeKey key() {
			return new NodeKey("others", this.id);
		}

		@Override
		public Attributes attributes() {
			return new Version(1).attributes();
		}

		@Override
		public Content content() {
			return new Version(1).content();
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return equals(other);
		}

	}

}
