package io.fusemount.core.operation;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import org.jspecify.annotations.Nullable;

/**
 * The operation that a thread serves, as an {@link OperationWatch} sees it. The serving
 * thread only counts its signs of life, which costs no more than a few plain writes; the
 * watch compares the counts of two looks.
 */
public final class ServedOperation {

	/** So many of the thread are in the log. */
	private static final int FRAMES = 3;

	private static final ThreadLocal<@Nullable ServedOperation> CURRENT = new ThreadLocal<>();

	private final Thread thread = Thread.currentThread();

	private final Escape escape;

	/** Signs of life. Publishes the plain fields below, which only its thread writes. */
	private final AtomicLong progress = new AtomicLong();

	private long number;

	private @Nullable Operation operation;

	private @Nullable Object subject;

	private @Nullable Caller caller;

	private int inDatabase;

	private int waiting;

	private boolean committing;

	/** The number of the operation that was answered without its thread. */
	private volatile long abandoned;

	private final Observed observed = new Observed();

	private ServedOperation(Escape escape) {
		this.escape = escape;
	}

	/**
	 * Binds an operation to the current thread, which serves one after the other.
	 */
	static ServedOperation bind(Escape escape) {
		ServedOperation served = new ServedOperation(escape);
		CURRENT.set(served);
		return served;
	}

	static void unbind() {
		CURRENT.remove();
	}

	static @Nullable ServedOperation current() {
		return CURRENT.get();
	}

	void begin(Operation begun, @Nullable Object about) {
		this.number++;
		this.operation = begun;
		this.subject = about;
		this.caller = Caller.current();
		count();
	}

	/**
	 * Ends the operation.
	 * @return whether its result counts, because its program has had no answer so far
	 */
	boolean end() {
		this.operation = null;
		count();
		return this.abandoned != this.number;
	}

	private void count() {
		this.progress.lazySet(this.progress.get() + 1);
	}

	/**
	 * Reports that the operation of the current thread has made progress: the database
	 * has answered, or a wait that has a limit of its own is still within it.
	 */
	public static void progressed() {
		ServedOperation served = CURRENT.get();
		if (served != null) {
			served.count();
		}
	}

	/**
	 * Opens a section in which the operation of the current thread is in the database, or
	 * in code of the application.
	 */
	public static Section inDatabase() {
		ServedOperation served = CURRENT.get();
		return (served != null) ? served.enter(1, 0) : Section.NONE;
	}

	/**
	 * Opens a section in which the operation of the current thread waits for another one.
	 */
	public static Section waiting() {
		ServedOperation served = CURRENT.get();
		return (served != null) ? served.enter(0, 1) : Section.NONE;
	}

	private Section enter(int database, int wait) {
		add(database, wait);
		return () -> add(-database, -wait);
	}

	private void add(int database, int wait) {
		this.inDatabase += database;
		this.waiting += wait;
		count();
	}

	/**
	 * Reports that the current thread has sent a commit, or has its answer. Between both,
	 * nobody knows what has been stored, and the operation is waited for.
	 */
	public static void committing(boolean sent) {
		ServedOperation served = CURRENT.get();
		if (served != null) {
			served.committing = sent;
			served.count();
		}
	}

	/**
	 * Takes note of what has happened since the last look.
	 * @param elapsed the nanoseconds since then in which the process ran
	 */
	void look(long elapsed) {
		this.observed.look(elapsed);
	}

	/**
	 * Whether the operation has shown no sign of life for so long, where it should have.
	 */
	boolean isOverdue(long nanos) {
		Observed seen = this.observed;
		return seen.operation != null && !seen.committing && (seen.inDatabase || seen.waiting) && !isAbandoned()
				&& seen.quiet >= nanos;
	}

	/**
	 * Whether the operation may wait for the other one, which is older than its wait and
	 * waits for nobody.
	 */
	boolean mayWaitFor(ServedOperation other) {
		Observed seen = other.observed;
		return this.observed.waiting && other != this && seen.operation != null && !seen.waiting && !other.isAbandoned()
				&& seen.age >= this.observed.quiet;
	}

	/** Whether the program has had its answer, and the thread has not come back. */
	boolean isAbandoned() {
		return this.observed.operation != null && this.abandoned == this.observed.number;
	}

	/**
	 * Answers the program, unless the thread has come back by now.
	 * @param listener is told of the failure before the program is
	 */
	void abandon(OperationListener listener) {
		Observed seen = this.observed;
		Operation lost = seen.operation;
		if (lost == null) {
			return;
		}
		this.abandoned = seen.number;
		if (!this.escape.abandon(seen.request)) {
			this.abandoned = 0;
			return;
		}
		try {
			ErrnoException failure = new ErrnoException(Errno.ETIMEDOUT,
					"The database or the application has not returned for %d s, and nobody waits for it any longer"
						.formatted(Duration.ofNanos(seen.quiet).toSeconds()),
					"The thread %s is still busy%s".formatted(this.thread.getName(), place()), null);
			Caller.as(seen.caller, () -> {
				listener.operationFailed(lost, seen.subject, failure, seen.age);
				return null;
			});
		}
		finally {
			this.escape.answer(seen.request, Errno.ETIMEDOUT);
		}
	}

	private String place() {
		StackTraceElement[] frames = this.thread.getStackTrace();
		StringBuilder place = new StringBuilder();
		for (int i = 0; i < Math.min(FRAMES, frames.length); i++) {
			place.append((i == 0) ? ", at " : ", called by ").append(frames[i]);
		}
		return place.toString();
	}

	/**
	 * Returns how long the operation has lasted.
	 */
	Duration age() {
		return Duration.ofNanos(this.observed.age);
	}

	/**
	 * Returns the operation and its subject.
	 */
	@Override
	public String toString() {
		Operation seen = this.observed.operation;
		return ((seen != null) ? seen.label() : "nothing") + " of " + this.observed.subject;
	}

	/**
	 * The state at the last look. Only the timer of the watch changes it; others read
	 * what is volatile.
	 */
	private final class Observed {

		private long progress = -1;

		private volatile long number;

		private volatile @Nullable Operation operation;

		private volatile @Nullable Object subject;

		private @Nullable Caller caller;

		private boolean inDatabase;

		private boolean waiting;

		private boolean committing;

		/** The number that the kernel knows the request by. */
		private long request;

		/** Since the last sign of life, and since the operation was first seen. */
		private long quiet;

		private volatile long age;

		void look(long elapsed) {
			ServedOperation served = ServedOperation.this;
			long now = served.progress.get();
			long older = this.age + elapsed;
			if (now == this.progress) {
				this.quiet += elapsed;
				this.age = older;
				return;
			}
			this.age = (served.number == this.number) ? older : 0;
			this.quiet = 0;
			this.number = served.number;
			this.operation = served.operation;
			this.subject = served.subject;
			this.caller = served.caller;
			this.inDatabase = served.inDatabase > 0;
			this.waiting = served.waiting > 0;
			this.committing = served.committing;
			this.request = served.escape.request();
			// If it has gone on meanwhile, what was read may be of two moments.
			this.progress = (served.progress.get() == now) ? now : -1;
		}

	}

	/**
	 * A section of an operation.
	 */
	@FunctionalInterface
	public interface Section extends AutoCloseable {

		/** The section of a thread that serves no operation. */
		Section NONE = () -> {
		};

		@Override
		void close();

	}

	/**
	 * The ways out of an operation whose thread does not come back. A transport provides
	 * them; they are called on other threads than the one that serves.
	 */
	public interface Escape {

		/**
		 * Returns the number of the request that is being served, 0 if there is none.
		 */
		long request();

		/**
		 * Gives the thread up, if it still serves the request, so that another one takes
		 * its place. Its answer will be dropped.
		 * @return whether it did
		 */
		boolean abandon(long request);

		/**
		 * Answers a request that was given up.
		 */
		void answer(long request, Errno errno);

	}

}
