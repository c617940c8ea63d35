package io.fusemount.transport.linux.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.operation.Caller;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * The request that a thread serves, as it arrived from the kernel. Positions are in bytes
 * from the end of the header, where the struct of the request begins. The memory belongs
 * to the C library: pages that are never written to take none.
 */
public final class RequestBuffer {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int BODY = FuseProtocol.IN_HEADER_SIZE;

	private final boolean own;

	private final long address;

	private final ByteBuffer bytes;

	private final ByteBuffer data;

	private Caller caller = new Caller(-1, -1, -1);

	/**
	 * Allocates the buffer.
	 * @param size the size of the largest request in bytes
	 */
	public RequestBuffer(int size) {
		this.own = true;
		this.address = MEMORY.allocateMemory(size, false);
		this.bytes = MEMORY.newDirectByteBuffer(this.address, size).order(ByteOrder.nativeOrder());
		this.data = this.bytes.duplicate();
	}

	/**
	 * Creates a buffer in memory that is there.
	 * @param memory direct memory, which is not freed
	 */
	public RequestBuffer(ByteBuffer memory) {
		this.own = false;
		this.address = MEMORY.getDirectBufferAddress(memory);
		this.bytes = memory.order(ByteOrder.nativeOrder());
		this.data = this.bytes.duplicate();
	}

	/**
	 * Returns the address for the kernel's bytes.
	 */
	public long address() {
		return this.address;
	}

	/**
	 * Returns the size of the buffer.
	 */
	public int size() {
		return this.bytes.capacity();
	}

	/**
	 * Frees the memory, if it is this object's own.
	 */
	public void free() {
		if (this.own) {
			MEMORY.freeMemory(this.address);
		}
	}

	/**
	 * Binds the caller of a new request to this thread. Requests come in runs from one
	 * process, and then the binding stays.
	 */
	public void arrived() {
		int uid = this.bytes.getInt(FuseProtocol.IN_UID);
		int gid = this.bytes.getInt(FuseProtocol.IN_GID);
		int pid = this.bytes.getInt(FuseProtocol.IN_PID);
		if (pid != this.caller.pid() || uid != this.caller.uid() || gid != this.caller.gid()) {
			this.caller = new Caller(uid, gid, pid);
			Caller.bind(this.caller);
		}
	}

	/**
	 * Returns the bytes of the request, from the start of its header.
	 */
	public ByteBuffer bytes() {
		return this.bytes;
	}

	/**
	 * Returns the opcode of the request.
	 */
	public int opcode() {
		return this.bytes.getInt(FuseProtocol.IN_OPCODE);
	}

	/**
	 * Returns the number that identifies the request to the kernel.
	 */
	public long unique() {
		return this.bytes.getLong(FuseProtocol.IN_UNIQUE);
	}

	/**
	 * Returns the number of the node that the request concerns: the directory if the
	 * request concerns a name.
	 */
	public long node() {
		return this.bytes.getLong(FuseProtocol.IN_NODE);
	}

	/**
	 * Returns the number of the requesting thread, 0 if it is unknown here.
	 */
	public int thread() {
		return this.caller.pid();
	}

	/**
	 * Returns a 32-bit number.
	 */
	public int number(int place) {
		return this.bytes.getInt(BODY + place);
	}

	/**
	 * Returns a 64-bit number.
	 */
	public long longNumber(int place) {
		return this.bytes.getLong(BODY + place);
	}

	/**
	 * Returns the bytes of a text that is terminated by NUL.
	 */
	public byte[] text(int place) {
		return NativeText.bytes(this.address + BODY + place);
	}

	/**
	 * Returns a view of bytes that is valid until the request is answered.
	 */
	public ByteBuffer data(int place, int length) {
		return this.data.limit(BODY + place + length).position(BODY + place);
	}

}
