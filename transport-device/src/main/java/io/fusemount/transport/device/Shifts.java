package io.fusemount.transport.device;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.mount.Deadline;
import io.fusemount.transport.device.worker.Load;
import io.fusemount.transport.device.worker.Workers;

/**
 * The workers of a session, and those that replace them if the session serves on after it
 * has stopped them. Some of the stopped ones may still be in an operation then.
 */
final class Shifts {

	private final Function<Runnable, Workers> start;

	private final Runnable afterLast;

	/** Those that are at work, the newest last. */
	private final List<Workers> shifts = new CopyOnWriteArrayList<>();

	/** The number of shifts and of others that keep the session from ending. */
	private final AtomicInteger present = new AtomicInteger(1);

	/**
	 * Starts the first workers.
	 * @param start starts workers, which run an action after the last one has ended
	 * @param afterLast runs when nobody is left
	 */
	Shifts(Function<Runnable, Workers> start, Runnable afterLast) {
		this.start = start;
		this.afterLast = afterLast;
		this.shifts.add(start.apply(this::release));
	}

	/** Returns the workers that read requests. */
	Workers current() {
		return this.shifts.get(this.shifts.size() - 1);
	}

	/** Keeps the session from ending with its last worker, until it is released. */
	void hold() {
		this.present.incrementAndGet();
	}

	/** Ends the session if nobody else is left. */
	void release() {
		if (this.present.decrementAndGet() == 0) {
			this.afterLast.run();
		}
	}

	/** Starts workers in place of the stopped ones, while the session is held. */
	void replace() {
		Workers stopped = current();
		hold();
		this.shifts.add(this.start.apply(this::release));
		this.shifts.removeIf((shift) -> shift == stopped && shift.load().active() == 0);
	}

	/** Whether the threads of all workers have ended in time. */
	boolean awaitEnd(Duration patience) throws InterruptedException {
		return Deadline.in(patience).await(this::haveEnded);
	}

	boolean haveEnded(long nanos) throws InterruptedException {
		for (Workers shift : this.shifts) {
			if (!shift.awaitEnd(Duration.ofNanos(nanos))) {
				return false;
			}
		}
		return true;
	}

	/** Cancels long operations. */
	void cancel() {
		this.shifts.forEach((shift) -> shift.load().cancel(Cancellation.byUnmount()));
	}

	int active() {
		return sum(Load::active);
	}

	int waiting() {
		return sum(Load::waiting);
	}

	int storing() {
		return sum(Load::storing);
	}

	private int sum(ToIntFunction<Load> number) {
		return this.shifts.stream().map(Workers::load).mapToInt(number).sum();
	}

}
