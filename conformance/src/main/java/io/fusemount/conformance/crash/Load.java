package io.fusemount.conformance.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

import io.fusemount.conformance.crash.Progress.Count;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several writers in one directory, with a record of the expected content. Can be started
 * and joined any number of times, and continues with the existing files.
 * <p>
 * While writers work, this process must not start another one: a new process closes the
 * files that it inherits, which stores them in the middle of an operation.
 */
public final class Load {

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private final Path directory;

	private final Progress progress;

	private final List<Writer> writers = new ArrayList<>();

	private final UnaryOperator<Runnable> user;

	private List<Thread> threads = List.of();

	private Load(Path directory, long seed, int count, boolean fatal, boolean tree) {
		this(directory, "w", seed, count, fatal, tree, UnaryOperator.identity());
	}

	private Load(Path directory, String prefix, long seed, int count, boolean fatal, boolean tree,
			UnaryOperator<Runnable> user) {
		this.directory = directory;
		this.progress = new Progress(fatal);
		this.user = user;
		for (int i = 0; i < count; i++) {
			this.writers.add(new Writer(directory, prefix + i, seed + i, this.progress, tree));
		}
	}

	/**
	 * Returns writers of one user of the machine, who sees their files alone; they end
	 * with the first failure.
	 * @param prefix the beginning of the names of the files
	 * @param user returns work that is done as the user, on any thread
	 */
	public static Load ofUser(Path directory, String prefix, long seed, int writers, UnaryOperator<Runnable> user) {
		return new Load(directory, prefix, seed, writers, true, false, user);
	}

	/** Returns writers that end with the first failure. */
	public static Load untilFailure(Path directory, long seed, int writers) {
		return new Load(directory, seed, writers, true, false);
	}

	/** Returns writers that create directories, too, and end with the first failure. */
	public static Load ofTreesUntilFailure(Path directory, long seed, int writers) {
		return new Load(directory, seed, writers, true, true);
	}

	/** Returns writers that continue after failures until they are told to stop. */
	public static Load throughFailures(Path directory, long seed, int writers) {
		return new Load(directory, seed, writers, false, false);
	}

	/** Starts the writers. From now on, a failure of a writer is a problem. */
	public void start() {
		this.progress.expectFailures(false);
		this.progress.stop(false);
		this.threads = this.writers.stream().map((writer) -> newThread(writer)).toList();
		this.threads.forEach(Thread::start);
	}

	private Thread newThread(Runnable work) {
		Thread thread = new Thread(this.user.apply(work), "fusemount-test-writer");
		thread.setDaemon(true);
		return thread;
	}

	/** From now on, operations may fail. */
	public void expectFailures() {
		this.progress.expectFailures(true);
	}

	/** Waits until the given number of further operations have been started. */
	public void awaitStarted(long more) {
		this.progress.awaitStarted(more);
	}

	/** Waits until the given number of further operations have been acknowledged. */
	public void awaitAcknowledged(long more) {
		this.progress.awaitAcknowledged(more);
	}

	/** Waits until the given number of further operations have failed. */
	public void awaitFailed(long more) {
		this.progress.awaitFailed(more);
	}

	/** Ends the writers after their current operations. */
	public void stop() {
		this.progress.stop(true);
	}

	/** Waits for the end of the writers and closes the files that they left open. */
	public void join(Ending ending) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		for (Thread thread : this.threads) {
			thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
			assertThat(thread.isAlive()).as("a writer hangs").isFalse();
		}
		this.writers.forEach((writer) -> writer.closeAll(ending == Ending.CLOSED));
	}

	/**
	 * Compares the content of the directory with the records of the writers.
	 * @return the names and contents of the files that exist, and of directories with a
	 * slash at the end
	 * @throws AssertionError if something is lost, mixed, left over or there twice
	 */
	public Map<String, byte[]> check(Ending ending) {
		List<String> problems = new ArrayList<>(this.progress.takeProblems());
		Map<String, byte[]> found = CompletableFuture
			.supplyAsync(() -> FoundFiles.in(this.directory, problems), (work) -> newThread(work).start())
			.join();
		Set<String> unknown = new HashSet<>(found.keySet());
		for (Writer writer : this.writers) {
			unknown.removeAll(writer.manifest().compare(found, ending, problems));
		}
		unknown.forEach((name) -> problems.add("Nobody's or deleted: " + name));
		assertThat(problems).isEmpty();
		return found;
	}

	/** Returns the number of operations that were acknowledged. */
	public long acknowledged() {
		return this.progress.count(Count.ACKNOWLEDGED);
	}

	/** Returns the number of operations that failed. */
	public long failed() {
		return this.progress.count(Count.FAILED);
	}

}
