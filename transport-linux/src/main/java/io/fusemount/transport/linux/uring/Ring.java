package io.fusemount.transport.linux.uring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.SystemCall;

/**
 * An io_uring: commands to the kernel and their completions, in memory that both share.
 * Only the thread that has created the ring uses it, and the kernel writes requests to
 * memory only while that thread is in {@link #enter}.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/io_uring.7.html">io_uring(7)</a>
 */
final class Ring implements AutoCloseable {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

	/** The numbers of the system calls, the same on all machines. */
	private static final int SETUP = 425;

	private static final int ENTER = 426;

	private static final int ENTER_GETEVENTS = 1;

	private static final int CQSIZE = 1 << 3;

	private static final int SQE128 = 1 << 10;

	private static final int SINGLE_ISSUER = 1 << 12;

	private static final int DEFER_TASKRUN = 1 << 13;

	private static final int NO_SQARRAY = 1 << 16;

	/** Positions in {@code struct io_uring_params}. */
	private static final int PARAMS_SIZE = 120;

	private static final int PARAMS_CQ_ENTRIES = 4;

	private static final int PARAMS_FLAGS = 8;

	/** Positions of the offsets of the queues, and in each of them. */
	private static final int SQ = 40;

	private static final int CQ = 80;

	private static final int HEAD = 0;

	private static final int TAIL = 4;

	private static final int CQ_CQES = 20;

	private static final long SQES_OFFSET = 0x10000000L;

	private static final int SQE_SIZE = 128;

	private static final int CQE_SIZE = 16;

	/** Positions in {@code struct io_uring_sqe}. */
	private static final int SQE_FD = 4;

	private static final int SQE_COMMAND = 8;

	private static final int SQE_ADDRESS = 16;

	private static final int SQE_LENGTH = 24;

	private static final int SQE_EVENTS = 28;

	private static final int SQE_DATA = 32;

	/** Positions in {@code struct fuse_uring_cmd_req} at the end of it. */
	private static final int SQE_COMMIT = 56;

	private static final int SQE_QUEUE = 64;

	private static final int CQE_RESULT = 8;

	private static final byte POLL_ADD = 6;

	private static final byte URING_CMD = 46;

	private static final int REGISTER = 1;

	private static final int COMMIT_AND_FETCH = 2;

	private static final int POLLIN = 1;

	/** There are more completions than have room. */
	private static final int EBUSY = 16;

	private final int descriptor;

	private final int entries;

	private final int completions;

	private final ByteBuffer queues;

	private final ByteBuffer commands;

	private final long queuesAddress;

	private final long commandsAddress;

	private final int submitTail;

	private final int completeHead;

	private final int completeTail;

	private final int completed;

	/** The number of commands so far, and of those that the kernel has taken. */
	private int written;

	private int taken;

	private Ring(int descriptor, int entries, int completions, ByteBuffer params, long queuesAddress, int size,
			long commandsAddress) {
		this.descriptor = descriptor;
		this.entries = entries;
		this.completions = completions;
		this.queuesAddress = queuesAddress;
		this.commandsAddress = commandsAddress;
		this.queues = buffer(queuesAddress, size);
		this.commands = buffer(commandsAddress, entries * SQE_SIZE);
		this.submitTail = params.getInt(SQ + TAIL);
		this.completeHead = params.getInt(CQ + HEAD);
		this.completeTail = params.getInt(CQ + TAIL);
		this.completed = params.getInt(CQ + CQ_CQES);
	}

	/**
	 * Creates a ring.
	 * @param entries the maximum number of commands between two calls of {@link #enter},
	 * a power of two
	 * @param completions the number of completions that are usually not more at once, a
	 * power of two
	 * @throws RingException if the kernel refuses
	 */
	static Ring create(int entries, int completions) throws RingException {
		ByteBuffer params = ByteBuffer.allocateDirect(PARAMS_SIZE).order(ByteOrder.nativeOrder());
		params.putInt(PARAMS_CQ_ENTRIES, completions)
			.putInt(PARAMS_FLAGS, CQSIZE | SQE128 | SINGLE_ISSUER | DEFER_TASKRUN | NO_SQARRAY);
		int descriptor = SystemCall.call(SETUP, entries, MEMORY.getDirectBufferAddress(params), 0, 0);
		if (descriptor < 0) {
			throw new RingException(-descriptor);
		}
		int size = params.getInt(CQ + CQ_CQES) + completions * CQE_SIZE;
		long queues = SystemCall.mapForWriting(descriptor, size, 0);
		long commands = (queues != -1) ? SystemCall.mapForWriting(descriptor, (long) entries * SQE_SIZE, SQES_OFFSET)
				: -1;
		if (commands == -1) {
			int error = Native.errno();
			if (queues != -1) {
				Native.libc().munmap(queues, size);
			}
			Native.libc().close(descriptor);
			throw new RingException(error);
		}
		return new Ring(descriptor, entries, completions, params, queues, size, commands);
	}

	private static ByteBuffer buffer(long address, int size) {
		return MEMORY.newDirectByteBuffer(address, size).order(ByteOrder.nativeOrder());
	}

	/**
	 * Offers the memory of an entry to the kernel, for a request that comes as the
	 * completion.
	 */
	void register(int device, RingEntry entry) {
		int place = command(URING_CMD, device, entry.id());
		this.commands.putInt(place + SQE_COMMAND, REGISTER)
			.putLong(place + SQE_ADDRESS, entry.vector())
			.putInt(place + SQE_LENGTH, RingEntry.PIECES)
			.putShort(place + SQE_QUEUE, (short) entry.queue());
	}

	/**
	 * Sends the answer that is in the memory of an entry, and offers the memory for the
	 * next request, which comes as the completion.
	 */
	void commit(int device, RingEntry entry) {
		int place = command(URING_CMD, device, entry.id());
		this.commands.putInt(place + SQE_COMMAND, COMMIT_AND_FETCH)
			.putLong(place + SQE_COMMIT, entry.number())
			.putShort(place + SQE_QUEUE, (short) entry.queue());
	}

	/**
	 * Waits until a file has something to be read.
	 * @param id the id of the completion
	 */
	void poll(int file, long id) {
		int place = command(POLL_ADD, file, id);
		int events = (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) ? POLLIN : POLLIN << 16;
		this.commands.putInt(place + SQE_EVENTS, events);
	}

	private int command(byte code, int file, long id) {
		while (this.written - this.taken == this.entries) {
			int error = enter(0);
			if (isFatal(error)) {
				throw new IllegalStateException("The ring takes no command: " + Native.describe(-error));
			}
		}
		int place = (this.written++ & (this.entries - 1)) * SQE_SIZE;
		for (int i = 0; i < SQE_SIZE; i += Long.BYTES) {
			this.commands.putLong(place + i, 0);
		}
		this.commands.put(place, code).putInt(place + SQE_FD, file).putLong(place + SQE_DATA, id);
		return place;
	}

	/**
	 * Sends the new commands, and waits for completions.
	 * @param wanted the number of completions to wait for
	 * @return 0, or a negative error number if the kernel has taken no new command
	 */
	int enter(int wanted) {
		INT.setRelease(this.queues, this.submitTail, this.written);
		int result = SystemCall.call(ENTER, this.descriptor, this.written - this.taken, wanted, ENTER_GETEVENTS);
		if (result < 0) {
			return result;
		}
		this.taken += result;
		return 0;
	}

	/**
	 * Whether a result of {@link #enter} means that the ring cannot be used.
	 */
	static boolean isFatal(int error) {
		return error < 0 && error != -Errno.EINTR.code() && error != -Errno.EAGAIN.code() && error != -EBUSY;
	}

	/**
	 * Whether the kernel has taken all commands.
	 */
	boolean isTaken() {
		return this.written == this.taken;
	}

	/**
	 * Handles all completions.
	 */
	void complete(Completion completion) {
		int head = (int) INT.get(this.queues, this.completeHead);
		while (head != (int) INT.getAcquire(this.queues, this.completeTail)) {
			int place = this.completed + (head & (this.completions - 1)) * CQE_SIZE;
			long id = this.queues.getLong(place);
			int result = this.queues.getInt(place + CQE_RESULT);
			INT.setRelease(this.queues, this.completeHead, ++head);
			completion.completed(id, result);
		}
	}

	/**
	 * Closes the ring. The kernel takes back the memory of entries that have no request.
	 */
	@Override
	public void close() {
		Native.libc().munmap(this.queuesAddress, this.queues.capacity());
		Native.libc().munmap(this.commandsAddress, this.commands.capacity());
		Native.libc().close(this.descriptor);
	}

	/** The end of a command. */
	@FunctionalInterface
	interface Completion {

		/**
		 * A command has ended.
		 * @param result not negative, or a negative error number
		 */
		void completed(long id, int result);

	}

}
