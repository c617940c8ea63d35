package io.fusemount.transport.device.file;

import java.util.concurrent.atomic.AtomicInteger;

import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.SystemCall;

/**
 * An open local file, closed after its last use. It may also be mapped, for the kernel to
 * copy from. The JVM itself never touches the mapped memory, because it would not notice
 * in time that the disk has failed.
 */
public final class Descriptor {

	private static final int NOT_YET = 0;

	private static final int FAILED = -1;

	private static final int SEEK_END = 2;

	/**
	 * How long the size is trusted: checking it costs as much as a read, and random reads
	 * hit each of many files a few times in a millisecond.
	 */
	private static final long LOOK_NANOS = 10_000_000;

	private final int number;

	private final long capacity;

	/** The table is the first user. */
	private final AtomicInteger users = new AtomicInteger(1);

	private volatile long lastUse;

	private volatile long address = NOT_YET;

	private volatile long size;

	private volatile long looked = System.nanoTime();

	Descriptor(int number, long capacity) {
		this.number = number;
		this.capacity = capacity;
	}

	/**
	 * Returns the file descriptor.
	 */
	public int number() {
		return this.number;
	}

	/**
	 * Returns whether the file still has all bytes before a position. After the end of a
	 * truncated file, the rest of the page would be zeros, without an error.
	 */
	boolean reaches(long end) {
		long now = System.nanoTime();
		if (now - this.looked > LOOK_NANOS || end > this.size) {
			this.size = Native.libc().lseek(this.number, 0, SEEK_END);
			this.looked = now;
		}
		return this.size >= end;
	}

	long lastUse() {
		return this.lastUse;
	}

	/**
	 * Returns the address of the mapped file, for system calls to read from: they fail
	 * with {@code EFAULT} where the file has no bytes. Valid until the release.
	 * @return the address, 0 if the file cannot be mapped
	 */
	public long address() {
		long known = this.address;
		if (known == NOT_YET) {
			known = map();
		}
		return (known != FAILED) ? known : 0;
	}

	private synchronized long map() {
		if (this.address == NOT_YET) {
			this.address = SystemCall.mapForReading(this.number, this.capacity);
		}
		return this.address;
	}

	/**
	 * Begins a use.
	 * @return whether the file is still open
	 */
	boolean use(long age) {
		int now = this.users.get();
		while (now > 0 && !this.users.compareAndSet(now, now + 1)) {
			now = this.users.get();
		}
		if (now > 0 && this.lastUse != age) {
			this.lastUse = age;
		}
		return now > 0;
	}

	/**
	 * Ends a use.
	 */
	public void release() {
		if (this.users.decrementAndGet() == 0) {
			if (this.address != NOT_YET && this.address != FAILED) {
				Native.libc().munmap(this.address, this.capacity);
			}
			Native.libc().close(this.number);
		}
	}

}
