package io.fusemount.conformance.memory;

import java.util.Arrays;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.BlockingSection;

/**
 * The failures and delays of an {@link InMemoryDirectory}, as requested by a test.
 */
public final class Troubles {

	private final Map<Call, Queue<Supplier<? extends Throwable>>> failures = new ConcurrentHashMap<>();

	private final Map<Call, Gate> gates = new ConcurrentHashMap<>();

	private final Queue<Errno> writeFailures = new ConcurrentLinkedQueue<>();

	private volatile Predicate<byte[]> refusal = (content) -> false;

	private volatile long maxContent = Long.MAX_VALUE;

	private volatile CallListener listener = new CallListener() {
	};

	Troubles() {
	}

	/**
	 * Fails the next call of this kind with an errno. Several failures queue up.
	 */
	public void failNext(Call call, Errno errno) {
		failNext(call, () -> new ErrnoException(errno, "A test wants the next " + call + " to fail"));
	}

	/**
	 * Fails the next call of this kind with any throwable, as the code of an application
	 * may.
	 */
	public void failNext(Call call, Supplier<? extends Throwable> failure) {
		this.failures.computeIfAbsent(call, (key) -> new ConcurrentLinkedQueue<>()).add(failure);
	}

	/**
	 * Fails the next call that changes rows. Several failures queue up.
	 */
	public void failNextWrite(Errno errno) {
		this.writeFailures.add(errno);
	}

	/**
	 * Refuses matching content with {@code EINVAL}, as validation would.
	 */
	public void refuse(Predicate<byte[]> refusal) {
		this.refusal = refusal;
	}

	/**
	 * Limits the content of a file to the given number of bytes.
	 */
	public void limitContent(long bytes) {
		this.maxContent = bytes;
	}

	void requireRoomFor(long bytes) {
		if (bytes > this.maxContent) {
			throw new ErrnoException(Errno.EFBIG, "A test lets content have " + this.maxContent + " bytes");
		}
	}

	/**
	 * Holds back every call of this kind until the gate is closed again.
	 */
	public Gate block(Call call) {
		Gate gate = new Gate();
		this.gates.put(call, gate);
		return gate;
	}

	/**
	 * Holds back every call that changes rows until the gate is closed again.
	 */
	public Gate blockWrites() {
		Gate gate = new Gate();
		Arrays.stream(Call.values()).filter(Call::isWrite).forEach((call) -> this.gates.put(call, gate));
		return gate;
	}

	/**
	 * Notifies a listener around each call from now on. What it throws, the call throws.
	 */
	public void listen(CallListener listener) {
		this.listener = listener;
	}

	void before(Call call) {
		this.listener.before(call);
		Gate gate = this.gates.get(call);
		if (gate != null) {
			// A wait for a database would hold a permit, which opens a section too.
			try (BlockingSection.Scope section = BlockingSection.open()) {
				gate.pass();
			}
		}
		Queue<Supplier<? extends Throwable>> queue = this.failures.get(call);
		Supplier<? extends Throwable> failure = (queue != null) ? queue.poll() : null;
		if (failure != null) {
			Troubles.<RuntimeException>raise(failure.get());
		}
		Errno errno = call.isWrite() ? this.writeFailures.poll() : null;
		if (errno != null) {
			throw new ErrnoException(errno, "A test wants the next change to fail, which is " + call);
		}
	}

	void after(Call call) {
		this.listener.after(call);
	}

	void check(byte[] content) {
		if (this.refusal.test(content)) {
			throw new ErrnoException(Errno.EINVAL, "A test refuses this content");
		}
	}

	/** Throws any throwable, checked or not, as nodes of applications do. */
	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void raise(Throwable failure) throws T {
		throw (T) failure;
	}

}
