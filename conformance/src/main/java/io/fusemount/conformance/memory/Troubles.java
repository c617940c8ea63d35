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
 * What goes wrong in an {@link InMemoryDirectory}, as a test has decided.
 */
public final class Troubles {

	private final Map<Call, Queue<Supplier<? extends Throwable>>> failures = new ConcurrentHashMap<>();

	private final Map<Call, Gate> gates = new ConcurrentHashMap<>();

	private final Queue<Errno> writeFailures = new ConcurrentLinkedQueue<>();

	private volatile Predicate<byte[]> refusal = (content) -> false;

	private volatile long maxContent = Long.MAX_VALUE;

	Troubles() {
	}

	/**
	 * Fails the next call of this kind with an errno. Several failures queue up.
	 */
	public void failNext(Call call, Errno errno) {
		failNext(call, () -> new ErrnoException(errno, "A test wants the next " + call + " to fail"));
	}

	/**
	 * Fails the next call of this kind with any throwable, as an application's code may.
	 */
	public void failNext(Call call, Supplier<? extends Throwable> failure) {
		this.failures.computeIfAbsent(call, (key) -> new ConcurrentLinkedQueue<>()).add(failure);
	}

	/**
	 * Fails the next call that changes something. Several failures queue up.
	 */
	public void failNextWrite(Errno errno) {
		this.writeFailures.add(errno);
	}

	/**
	 * Refuses content that matches with {@code EINVAL}, as validation would.
	 */
	public void refuse(Predicate<byte[]> refusal) {
		this.refusal = refusal;
	}

	/**
	 * Lets files have no more content than this, in bytes.
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
	 * Holds back every call that changes something until the gate is closed again.
	 */
	public Gate blockWrites() {
		Gate gate = new Gate();
		Arrays.stream(Call.values()).filter(Call::isWrite).forEach((call) -> this.gates.put(call, gate));
		return gate;
	}

	void before(Call call) {
		Gate gate = this.gates.get(call);
		if (gate != null) {
			// A database would be waited for with a permit, which opens a section too.
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

	void check(byte[] content) {
		if (this.refusal.test(content)) {
			throw new ErrnoException(Errno.EINVAL, "A test refuses this content");
		}
	}

	/** Throws anything at all, checked or not: nodes of applications do so. */
	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void raise(Throwable failure) throws T {
		throw (T) failure;
	}

}
