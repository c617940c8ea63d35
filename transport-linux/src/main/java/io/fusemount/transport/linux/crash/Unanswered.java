package io.fusemount.transport.linux.crash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.core.operation.Attempt;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait for an answer and need not be in the buffer of a thread: those
 * that a process has left that has crashed, and those that wait for their user's turn.
 */
public final class Unanswered {

	private final Notebook notebook;

	private final Queue<byte[]> left = new ConcurrentLinkedQueue<>();

	private final Set<Long> repeated = ConcurrentHashMap.newKeySet();

	/** The numbers of those that are noted. */
	private final Set<Long> noted = ConcurrentHashMap.newKeySet();

	/** The numbers of those that were refused, and are served yet. */
	private final Set<Long> refused = ConcurrentHashMap.newKeySet();

	/**
	 * Creates it.
	 * @param left the requests that the process before has not answered
	 */
	public Unanswered(Notebook notebook, List<byte[]> left) {
		this.notebook = notebook;
		for (byte[] request : left) {
			note(request);
			this.left.add(request);
		}
	}

	private void note(byte[] request) {
		long number = ByteBuffer.wrap(request).order(ByteOrder.nativeOrder()).getLong(FuseProtocol.IN_UNIQUE);
		this.noted.add(number);
		this.notebook.put(Kind.REQUEST, number, new NoteWriter().bytes(request));
	}

	/**
	 * Copies the next request that the process before has not answered.
	 * @return its length in bytes, 0 if there is none
	 */
	public int next(ByteBuffer target) {
		byte[] request = this.left.poll();
		if (request == null) {
			return 0;
		}
		target.put(0, request);
		this.repeated.add(target.getLong(FuseProtocol.IN_UNIQUE));
		return request.length;
	}

	/**
	 * Whether there is one that the process before has not answered, and nobody serves.
	 */
	public boolean isLeft() {
		return !this.left.isEmpty();
	}

	/**
	 * Whether the process before may have served a request.
	 */
	public boolean isRepeated(long number) {
		return !this.repeated.isEmpty() && this.repeated.contains(number);
	}

	/**
	 * Binds the attempt to serve a request to this thread, and no other one.
	 * @param wanted whether it is of use even if the request is not repeated
	 */
	public void attempt(long number, boolean wanted) {
		boolean again = isRepeated(number);
		if (wanted || again) {
			Attempt.bind(number, again);
		}
		else if (Attempt.current() != null) {
			Attempt.unbind();
		}
	}

	/**
	 * Returns why the next process finds nothing after a crash, {@code null} if it does.
	 */
	public @Nullable String complaint() {
		return this.notebook.isFull() ? "there is more to write down than it holds" : null;
	}

	/**
	 * Records that a request leaves the buffer of its thread before it is answered.
	 */
	public void setAside(ByteBuffer buffer, int length) {
		if (this.notebook.isKept()) {
			byte[] request = new byte[length];
			buffer.get(0, request);
			note(request);
		}
	}

	/**
	 * Records that a program is told that its request has failed, while a thread still
	 * serves it: what it gets from now on, nobody knows.
	 */
	public void refuse(long number) {
		this.refused.add(number);
		this.notebook.put(Kind.REFUSED, number, new NoteWriter());
	}

	/**
	 * Records that a request was answered, and that no thread serves it.
	 */
	public void answered(long number) {
		if (!this.noted.isEmpty() && this.noted.remove(number)) {
			this.repeated.remove(number);
			this.notebook.remove(Kind.REQUEST, number);
		}
		if (!this.refused.isEmpty() && this.refused.remove(number)) {
			this.notebook.remove(Kind.REFUSED, number);
		}
	}

}
