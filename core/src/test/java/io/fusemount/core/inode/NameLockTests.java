package io.fusemount.core.inode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which operations wait for each other.
 */
@Timeout(60)
class NameLockTests {

	private static final EmptyFolder DIRECTORY = new EmptyFolder("1");

	private static final Place NAME = DIRECTORY.place("a");

	private static final Place OTHER = DIRECTORY.place("b");

	@TempDir
	Path directory;

	private final List<Operation> operations = new ArrayList<>();

	private InodeFixture inodes;

	private NameLock locks;

	private int inside;

	@BeforeEach
	void open() throws IOException {
		this.inodes = new InodeFixture(this.directory);
		this.locks = new NameLock(this.inodes.names);
	}

	@AfterEach
	void close() throws IOException, InterruptedException {
		for (Operation operation : this.operations) {
			operation.end();
		}
		this.inodes.close();
	}

	@Test
	void twoOperationsOnOneNameWaitForEachOther() throws InterruptedException {
		Operation waiting;
		try (NameLock.Scope scope = this.locks.lock(NAME)) {
			waiting = start(() -> this.locks.lock(new EmptyFolder("1").place("a")));
			waiting.awaitWaiting();
		}
		waiting.awaitLocked();
		assertThat(isFree(NAME)).isFalse();
		waiting.end();
		assertThat(isFree(NAME)).isTrue();
	}

	@Test
	void operationsOnOtherNamesDoNotWait() throws InterruptedException {
		try (NameLock.Scope scope = this.locks.lock(NAME)) {
			assertThat(isFree(OTHER)).isTrue();
			assertThat(isFree(new EmptyFolder("2").place("a"))).isTrue();
		}
	}

	@Test
	void operationMayLockOneOfItsNamesOnceMore() throws InterruptedException {
		try (NameLock.Scope scope = this.locks.lock(NAME, OTHER)) {
			this.locks.lock(NAME).close();
			assertThat(isFree(NAME)).isFalse();
		}
		assertThat(isFree(NAME)).isTrue();
		this.locks.lock(NAME, NAME).close();
		assertThat(isFree(NAME)).isTrue();
	}

	@Test
	void namesThatADetourBindsAreLockedTogether() throws InterruptedException {
		FileInode file = detour(NAME, OTHER);
		try (NameLock.Scope scope = this.locks.lock(NAME)) {
			assertThat(isFree(OTHER)).isFalse();
			this.inodes.bindings.endDetour(file);
			assertThat(isFree(OTHER)).as("until the operation has ended").isFalse();
		}
		away(file, NAME, OTHER);
		try (NameLock.Scope scope = this.locks.lock(OTHER)) {
			assertThat(isFree(NAME)).isFalse();
			this.inodes.bindings.endDetour(file);
			assertThat(isFree(NAME)).as("until the operation has ended").isFalse();
		}
		try (NameLock.Scope scope = this.locks.lock(OTHER)) {
			assertThat(isFree(NAME)).isTrue();
		}
	}

	@Test
	void namesThatAreBoundByOneAfterAnotherAreLockedTogether() throws InterruptedException {
		Place third = DIRECTORY.place("c");
		detour(NAME, OTHER);
		detour(OTHER, third);
		for (Place place : List.of(NAME, OTHER, third)) {
			try (NameLock.Scope scope = this.locks.lock(place)) {
				assertThat(List.of(isFree(NAME), isFree(OTHER), isFree(third))).containsOnly(false);
			}
		}
	}

	@Test
	void detourThatBeginsWhileANameIsWaitedForBindsItsNames() throws InterruptedException {
		FileInode file = this.inodes.find(NAME, Version.of("1", 1));
		Operation waiting;
		try (NameLock.Scope scope = this.locks.lock(NAME)) {
			waiting = start(() -> this.locks.lock(NAME));
			waiting.awaitWaiting();
			away(file, NAME, OTHER);
		}
		waiting.awaitLocked();
		assertThat(isFree(OTHER)).isFalse();
		this.inodes.bindings.endDetour(file);
		assertThat(isFree(OTHER)).as("until the operation has ended").isFalse();
		assertThat(isFree(NAME)).isFalse();
	}

	@Test
	void fileThatMovesWhileItsNameIsWaitedForIsLockedUnderItsNewName() throws InterruptedException {
		FileInode file = this.inodes.find(NAME, Version.of("1", 1));
		Operation waiting;
		try (NameLock.Scope scope = this.locks.lock(NAME, OTHER)) {
			waiting = start(() -> this.locks.lock(file));
			waiting.awaitWaiting();
			this.inodes.bindings.renamed(file, NAME, OTHER, null, Version.of("1", 2), false);
		}
		waiting.awaitLocked();
		assertThat(isFree(OTHER)).isFalse();
		assertThat(isFree(NAME)).isTrue();
	}

	@Test
	void fileWithoutANameIsNotLocked() {
		assertThat(this.locks.lock(FileInode.stored(Version.of("1", 1)))).isNull();
	}

	@Test
	void operationThatIsNotWantedAnyMoreLeavesNothingLocked() throws InterruptedException {
		Operation waiting;
		try (NameLock.Scope scope = this.locks.lock(OTHER)) {
			waiting = start(() -> this.locks.lock(NAME, OTHER));
			waiting.awaitWaiting();
			waiting.interrupt();
			assertThat(waiting.failure()).isInstanceOf(ErrnoException.class);
			assertThat(isFree(NAME)).isTrue();
		}
		assertThat(isFree(OTHER)).isTrue();
	}

	@Test
	void renamesInOppositeDirectionsDoNotBlockEachOther() throws InterruptedException {
		Thread there = new Thread(() -> rename(NAME, OTHER));
		Thread back = new Thread(() -> rename(OTHER, NAME));
		there.start();
		back.start();
		there.join();
		back.join();
		assertThat(this.inside).as("no two of them were in at once").isEqualTo(20_000);
	}

	private void rename(Place source, Place target) {
		for (int i = 0; i < 10_000; i++) {
			try (NameLock.Scope scope = this.locks.lock(source, target)) {
				this.inside++;
			}
		}
	}

	private FileInode detour(Place from, Place alias) {
		FileInode file = this.inodes.find(from, Version.of(from.name().value(), 1));
		away(file, from, alias);
		return file;
	}

	private void away(FileInode file, Place from, Place alias) {
		this.inodes.bindings.detour(file, new Detour.Away(from, alias, file.requireVersion(), null, 0));
	}

	/** Whether another operation can lock the name at once. */
	private boolean isFree(Place place) throws InterruptedException {
		Operation operation = start(() -> this.locks.lock(place));
		boolean free = operation.awaitLockedOrWaiting();
		if (free) {
			operation.end();
		}
		else {
			operation.interrupt();
			assertThat(operation.failure()).isInstanceOf(ErrnoException.class);
		}
		return free;
	}

	private Operation start(Supplier<NameLock.@Nullable Scope> lock) {
		Operation operation = new Operation(lock);
		this.operations.add(operation);
		operation.thread.start();
		return operation;
	}

	/** Another operation, which keeps its names locked until it is ended. */
	private static final class Operation {

		private final CountDownLatch locked = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();

		private final Thread thread;

		Operation(Supplier<NameLock.@Nullable Scope> lock) {
			this.thread = new Thread(() -> run(lock));
		}

		private void run(Supplier<NameLock.@Nullable Scope> lock) {
			try (NameLock.Scope scope = Objects.requireNonNull(lock.get())) {
				this.locked.countDown();
				this.end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			catch (RuntimeException ex) {
				this.failure.set(ex);
			}
		}

		private boolean isLocked() {
			return this.locked.getCount() == 0;
		}

		boolean awaitLockedOrWaiting() throws InterruptedException {
			while (!isLocked() && this.thread.getState() != Thread.State.TIMED_WAITING) {
				Thread.sleep(1);
			}
			return isLocked();
		}

		void awaitWaiting() throws InterruptedException {
			assertThat(awaitLockedOrWaiting()).as("the names are locked").isFalse();
		}

		void awaitLocked() throws InterruptedException {
			this.locked.await();
		}

		void interrupt() {
			this.thread.interrupt();
		}

		@Nullable RuntimeException failure() throws InterruptedException {
			this.thread.join();
			return this.failure.get();
		}

		void end() throws InterruptedException {
			this.end.countDown();
			this.thread.join();
		}

	}

}
