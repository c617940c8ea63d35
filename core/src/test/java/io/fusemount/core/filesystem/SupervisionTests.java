package io.fusemount.core.filesystem;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.failure.Failure;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.supervision.OpenHandle;
import io.fusemount.core.supervision.OpenHandle.Mode;
import io.fusemount.core.supervision.OpenHandles;
import io.fusemount.core.supervision.ReleasedHandle;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnstoredFile;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * What an administrator sees of a filesystem and can do to it.
 */
class SupervisionTests extends VfsKit {

	private final InMemoryDirectory files = new InMemoryDirectory("files");

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(this.files, new InMemoryOwner(this.files));
	}

	private Supervision supervision() {
		return fileSystem().supervision();
	}

	@AfterEach
	void unbind() {
		Caller.unbind();
	}

	@Test
	void showsWhoHasWhatOpenAndWhatIsNotStored() {
		application().put("read.txt", bytes("12345"));
		application().put("written.txt", bytes("12345"));
		Instant before = Instant.now().minusSeconds(1);
		Caller.bind(new Caller(1001, 1001, 17));
		HandleId reading = open("read.txt", OpenOptions.READ);
		HandleId writing = open("written.txt", WRITE);
		write(writing, 3, "abc");
		HandleId created = create("new.txt");
		HandleId listing = fileSystem().openDirectory(fileSystem().resolve("/files"));
		OpenHandles open = supervision().handles(10);
		assertThat(open.total()).isEqualTo(4);
		assertThat(open.handles())
			.extracting(OpenHandle::id, OpenHandle::path, OpenHandle::mode, OpenHandle::dirty, OpenHandle::dirtyBytes)
			.containsExactly(tuple(reading.value(), "/files/read.txt", Mode.READ, false, 0L),
					tuple(writing.value(), "/files/written.txt", Mode.WRITE, true, 3L),
					tuple(created.value(), "/files/new.txt", Mode.WRITE, true, 0L),
					tuple(listing.value(), "/files", Mode.LIST, false, 0L));
		assertThat(open.handles()).allSatisfy((handle) -> {
			assertThat(handle.opener()).isEqualTo(new Caller(1001, 1001, 17));
			assertThat(handle.opened()).isBetween(before, Instant.now());
		});
		assertThat(supervision().handles(2).total()).isEqualTo(4);
		assertThat(supervision().handles(2).handles()).extracting(OpenHandle::id)
			.containsExactly(reading.value(), writing.value());
		assertThat(supervision().unstored(10).files()).containsExactly(new UnstoredFile("/files/written.txt", 3, null),
				new UnstoredFile("/files/new.txt", 0, null));
		close(reading, writing, created);
		fileSystem().releaseDirectory(listing);
		assertThat(supervision().handles(10)).isEqualTo(new OpenHandles(0, List.of()));
		assertThat(supervision().unstored(10).total()).isZero();
	}

	@Test
	void knowsThePathOfAReaderThatNothingElseRemembers() {
		application().put("a.txt", bytes("12345"));
		HandleId handle = open("a.txt", OpenOptions.READ);
		fileSystem().invalidateAll();
		assertThat(supervision().handles(10).handles()).extracting(OpenHandle::path).containsExactly("/files/a.txt");
		close(handle);
	}

	@Test
	void answersWhileACommitHangs() throws Exception {
		HandleId handle = create("a.txt");
		write(handle, 0, "12345");
		Gate gate = application().holdCommits();
		CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> fileSystem().flush(handle));
		try {
			gate.awaitArrival();
			CompletableFuture<OpenHandles> answer = CompletableFuture.supplyAsync(() -> supervision().handles(10));
			assertThat(answer.get(30, TimeUnit.SECONDS).handles()).extracting(OpenHandle::dirtyBytes)
				.containsExactly(5L);
			assertThat(
					CompletableFuture.supplyAsync(() -> supervision().unstored(10)).get(30, TimeUnit.SECONDS).total())
				.isOne();
		}
		finally {
			gate.close();
		}
		commit.get(30, TimeUnit.SECONDS);
		close(handle);
	}

	@Test
	void showsTheLastFailuresTheNewestFirst() {
		for (String name : List.of("a.txt", "b.txt", "c.txt")) {
			application().put(name, bytes("text"));
			application().failNextCommit(Errno.EBUSY);
			assertErrno(() -> fixture().dispatcher().dispatch(Operation.UNLINK, "/files/" + name, () -> {
				delete(name);
				return 0;
			}), Errno.EBUSY);
		}
		assertThat(supervision().failures(2)).extracting(Failure::path, Failure::errno, Failure::action)
			.containsExactly(tuple("/files/c.txt", Errno.EBUSY, "unlink"),
					tuple("/files/b.txt", Errno.EBUSY, "unlink"));
	}

	@Test
	void storesAllThatIsDirtyAndSaysWhatIsLeft() {
		HandleId stored = create("stored.txt");
		write(stored, 0, "12345");
		HandleId refused = create("refused.txt");
		write(refused, 0, "1234567");
		application().failNextCommit(Errno.EINVAL);
		application().failNextCommit(Errno.EINVAL);
		assertThat(supervision().storeAll(true)).isFalse();
		assertThat(supervision().unstored(10).files()).hasSize(2)
			.allSatisfy((file) -> assertThat(file.failure()).isNotNull());
		long commits = application().commits();
		assertThat(supervision().storeAll(false)).as("what has failed and is as it was").isFalse();
		assertThat(application().commits()).isEqualTo(commits);
		assertThat(supervision().storeAll(true)).isTrue();
		assertThat(committed("stored.txt")).isEqualTo("12345");
		write(refused, 0, "a");
		assertThat(supervision().storeAll(false)).as("programs go on, and so does storing").isTrue();
		assertThat(committed("refused.txt")).isEqualTo("a234567");
		close(stored, refused);
	}

	@Test
	void forgetsAFileOrWhatIsInADirectory() {
		application().put("a.txt", bytes("1"));
		application().put("b.txt", bytes("1"));
		node("a.txt");
		node("b.txt");
		long lookups = application().lookups();
		supervision().invalidate("/files/a.txt");
		node("b.txt");
		assertThat(application().lookups()).isEqualTo(lookups);
		node("a.txt");
		assertThat(application().lookups()).isEqualTo(lookups + 1);
		supervision().invalidate("/files");
		node("a.txt");
		node("b.txt");
		assertThat(application().lookups()).isEqualTo(lookups + 3);
		assertErrno(() -> supervision().invalidate("/files/none.txt"), Errno.ENOENT);
	}

	@Test
	void aReleasedHandleIsNoneAndItsChangesAreKept() {
		application().put("a.txt", bytes("before"));
		HandleId handle = open("a.txt", OVERWRITE);
		write(handle, 0, "after");
		ReleasedHandle released = Objects.requireNonNull(supervision().release(handle.value()));
		assertThat(released.path()).isEqualTo("/files/a.txt");
		assertThat(released.othersOpen()).isFalse();
		assertThat(released.keptAs()).matches("\\.fusemount/unsaved/.+-a\\.txt");
		assertThat(fixture().unsavedContent()).singleElement()
			.satisfies((path) -> assertThat(path).hasContent("after"));
		assertThat(committed("a.txt")).isEqualTo("before");
		assertErrno(() -> write(handle, 0, "more"), Errno.EBADF);
		assertErrno(() -> fileSystem().flush(handle), Errno.EBADF);
		assertThat(fileSystem().status(handle).size()).as("what the kernel asks").isEqualTo(6);
		assertThat(node("a.txt")).as("others come to the file by its name").isNotSameAs(fileSystem().node(handle));
		fileSystem().release(handle);
		assertErrno(() -> fileSystem().release(handle), Errno.EBADF);
		assertThat(supervision().release(handle.value())).isNull();
		assertThat(supervision().openHandles()).isZero();
		assertThat(read(open("a.txt", OpenOptions.READ))).isEqualTo("before");
	}

	@Test
	void aCommitThatEndsWellAfterAllIsWhatEverybodyReads() throws Exception {
		application().put("a.txt", bytes("before"));
		HandleId reader = open("a.txt", OpenOptions.READ);
		assertThat(read(reader)).as("kept for readers").isEqualTo("before");
		close(reader);
		HandleId handle = open("a.txt", WRITE);
		write(handle, 0, "after!");
		CountDownLatch taken = new CountDownLatch(1);
		CountDownLatch answer = new CountDownLatch(1);
		this.files.troubles().refuse((content) -> {
			taken.countDown();
			return !await(answer);
		});
		CompletableFuture<Void> commit = CompletableFuture.runAsync(() -> fileSystem().flush(handle));
		assertThat(await(taken)).isTrue();
		CompletableFuture<@Nullable ReleasedHandle> release = CompletableFuture
			.supplyAsync(() -> supervision().release(handle.value()));
		Awaitility.await().until(() -> fixture().unsavedContent().size() == 1);
		answer.countDown();
		commit.get(30, TimeUnit.SECONDS);
		assertThat(Objects.requireNonNull(release.get(30, TimeUnit.SECONDS)).keptAs()).isNotNull();
		assertThat(committed("a.txt")).isEqualTo("after!");
		assertThat(read(open("a.txt", OpenOptions.READ))).isEqualTo("after!");
	}

	@Test
	void changesStayWithTheOtherHandlesOfAFile() {
		HandleId released = create("a.txt");
		HandleId other = open("a.txt", WRITE);
		write(released, 0, "12345");
		assertThat(supervision().release(released.value())).isEqualTo(new ReleasedHandle("/files/a.txt", true, null));
		assertThat(fixture().unsavedContent()).isEmpty();
		close(other);
		assertThat(committed("a.txt")).isEqualTo("12345");
	}

	@Test
	void aReaderIsReleasedWithoutATrace() {
		application().put("a.txt", bytes("text"));
		HandleId handle = open("a.txt", OpenOptions.READ);
		assertThat(supervision().release(handle.value())).isEqualTo(new ReleasedHandle("/files/a.txt", false, null));
		assertThat(fixture().failures()).isEmpty();
	}

	@Test
	void showsTheSpool() {
		assertThat(supervision().spool().directory()).isNotEmpty();
		assertThat(supervision().spool().freeBytes()).isBetween(1L, supervision().spool().sizeBytes());
	}

	private static boolean await(CountDownLatch latch) {
		try {
			return latch.await(30, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void close(HandleId... handles) {
		for (HandleId handle : handles) {
			close(handle);
		}
	}

}
