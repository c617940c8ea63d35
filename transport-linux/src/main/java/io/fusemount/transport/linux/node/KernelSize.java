package io.fusemount.transport.linux.node;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;

/**
 * The size that the kernel has for a node. It takes the size from answers, and changes it
 * itself when programs write and truncate. It drops an answer to a request that it sent
 * before it took another answer or changed the size itself, so after answers with
 * different sizes it may have either.
 * <p>
 * {@link NodeTable} guards the state, except for the end of what programs have written.
 */
final class KernelSize {

	private static final AtomicLongFieldUpdater<KernelSize> END = AtomicLongFieldUpdater.newUpdater(KernelSize.class,
			"end");

	/** The size in the last answer, or the one that the kernel has set itself. */
	private long size;

	/** Whether the kernel has received a size, or is about to. */
	private boolean told;

	/** Whether the kernel may have another size. */
	private boolean doubted;

	/** To which the kernel has extended the size, 0 if it has not. */
	private volatile long end;

	/** Records that an answer has a size. */
	void answer(long newSize) {
		compare(newSize);
		this.told = true;
		this.size = newSize;
	}

	/**
	 * Records that the kernel extends the size, if it is smaller, with the answer to a
	 * write. Needs no monitor.
	 */
	void extend(long newEnd) {
		END.accumulateAndGet(this, newEnd, Math::max);
	}

	/**
	 * Records that the kernel sets a size whatever else is in transit. The kernel lets no
	 * program write meanwhile.
	 */
	void set(long newSize) {
		renew();
		this.told = true;
		this.size = newSize;
	}

	/** Records that the kernel takes its size from the next answer. */
	void renew() {
		this.told = false;
		this.doubted = false;
		this.end = 0;
	}

	/** Records that the kernel may have another size. */
	void doubt() {
		this.doubted = true;
	}

	/** Records that nothing is known of what the kernel has. */
	void distrust() {
		this.told = true;
		this.doubted = true;
	}

	/** Records the size of the file, which others may have changed. */
	void compare(long actual) {
		this.doubted = this.doubted || this.told && known() != actual;
	}

	/** Whether the kernel has this size, and can have no other. */
	boolean is(long actual) {
		return this.told && !this.doubted && known() == actual;
	}

	void write(NoteWriter notes) {
		notes.number(this.size).flag(this.told).flag(this.doubted).number(this.end);
	}

	void read(NoteReader notes) {
		this.size = notes.number();
		this.told = notes.flag();
		this.doubted = notes.flag();
		this.end = notes.number();
	}

	private long known() {
		return Math.max(this.size, this.end);
	}

}
