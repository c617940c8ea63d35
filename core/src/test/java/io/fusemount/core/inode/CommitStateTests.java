package io.fusemount.core.inode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnseenSteps;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.spool.Spool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Commits of a file that was opened at its second version.
 */
class CommitStateTests {

	@TempDir
	Path directory;

	private final InodeTable inodes = TestChanges.inodes();

	private final List<@Nullable Place> told = new ArrayList<>();

	private Spool spool;

	private ContentCache cache;

	private Revision content;

	private CommitState commits;

	@BeforeEach
	void open() throws IOException {
		this.spool = Spool.open(this.directory.resolve("spool"));
		this.cache = new ContentCache(this.directory.resolve("cache"), this.spool.channels(),
				ContentCacheSettings.defaults(), UnseenSteps.create(), new OperationListener() {
				});
		this.inodes.succeeded(new Version(1), new Version(2));
		this.content = Revision.of(this.spool, this.cache, Clock.systemUTC(), new Version(2));
		this.commits = new CommitState(this.content, TestChanges.of(this.inodes, this.cache));
	}

	@AfterEach
	void close() throws IOException {
		this.content.discard(false);
		this.cache.close();
		this.spool.close();
	}

	@Test
	void whatIsStoredSucceedsWhatWasCommitted() {
		this.commits.store(null, (current) -> {
			assertThat(current).isEqualTo(new Version(2));
			return new Version(3);
		}, (place) -> {
			assertThat(this.content.committed()).isEqualTo(new Version(3));
			this.told.add(place);
		});
		assertThat(this.commits.newest()).isEqualTo(new Version(3));
		assertThat(this.inodes.newest(new Version(1))).isEqualTo(new Version(3));
		assertThat(this.told).hasSize(1);
	}

	@Test
	void whyACommitFailedIsKnownUntilThereIsSomethingElseToStore() {
		fail(Errno.EINVAL);
		assertThat(this.commits.failure()).hasMessage("no");
		assertThat(this.told).isEmpty();
		this.commits.forgetFailure();
		assertThat(this.commits.failure()).isNull();
	}

	@Test
	void whyACommitFailedIsForgottenWithTheNextOneThatSucceeds() {
		fail(Errno.EINVAL);
		this.commits.store(null, (current) -> new Version(3), this.told::add);
		assertThat(this.commits.failure()).isNull();
	}

	@Test
	void aVersionThatOthersHaveChangedIsTheNewestNoMore() {
		fail(Errno.ESTALE);
		assertThat(this.inodes.newest(new Version(1))).isEqualTo(new Version(1));
	}

	@Test
	void anyOtherFailureSaysNothingOfVersions() {
		fail(Errno.EIO);
		assertThat(this.inodes.newest(new Version(1))).isEqualTo(new Version(2));
	}

	@Test
	void aNewerSnapshotOfTheSameContentIsCommittedToo() {
		this.commits.refresh(new Version(3));
		assertThat(this.commits.newest()).isEqualTo(new Version(3));
		assertThat(this.inodes.newest(new Version(1))).isEqualTo(new Version(3));
	}

	private void fail(Errno errno) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> this.commits.store(null, (current) -> {
			throw new ErrnoException(errno, "no");
		}, this.told::add));
	}

}
