package io.fusemount.transport.linux.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.operation.Caller;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * The request that a thread serves, as it came from the kernel. Places are in bytes from
 * the end of the header, where the struct of the request begins. The memory is the C
 * library's: of what is never written to, there is none.
 */
public final class RequestBuffer {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final int BODY = FuseProtocol.IN_HEADER_SIZE;

	private final long address;

	private final ByteBuffer bytes;

	private final ByteBuffer data;

	private Caller caller = new Caller(-1, -1, -1);

	/**
	 * Allocates it.
	 * @param size the size of the largest request in bytes
	 */
	public RequestBuffer(int size) {
		this.address = MEMORY.allocateMemory(size, false);
		this.bytes = MEMORY.newDirectByteBuffer(this.address, size).order(ByteOrder.nativeOrder());
		this.data = this.bytes.duplicate();
	}

	/**
	 * Returns where the kernel's bytes go.
	 */
	public long address() {
		return this.address;
	}

	/**
	 * Returns how many there can be.
	 */
	public int size() {
		return this.bytes.capacity();
	}

	/**
	 * Gives the memory back.
	 */
	public void free() {
		MEMORY.freeMemory(this.address);
	}

	/**
	 * Binds the caller of a request that has just arrived to this thread. Requests come
	 * in runs from one process, and then there is nothing to bind.
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
	 * Returns what the kernel asks for.
	 */
	public int opcode() {
		return this.bytes.getInt(FuseProtocol.IN_OPCODE);
	}

	/**
	 * Returns the number that the kernel knows the request by.
	 */
	public long unique() {
		return this.bytes.getLong(FuseProtocol.IN_UNIQUE);
	}

	/**
	 * Returns the number of the node that the request is about, the directory if it is
	 * about a name.
	 */
	public long node() {
		return this.bytes.getLong(FuseProtocol.IN_NODE);
	}

	/**
	 * Returns the number of the thread that asks, 0 if it has none here.
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
	 * Returns the bytes of a text that ends with NUL.
	 */
	public byte[] text(int place) {
		return NativeText.bytes(this.address + BODY + place);
	}

	/**
	 * Returns a view of bytes, valid until the request is answered.
	 */
	public ByteBuffer data(int place, int length) {
		return this.data.limit(BODY + place + length).position(BODY + place);
	}

}
