package io.fusemount.transport.jnr.callback;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.vfs.DirectoryFiller;
import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The request that the current thread serves, as it arrived from the kernel, with the
 * views of native memory needed to serve it. Each worker has one for all its requests.
 */
public final class Request {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final ThreadLocal<@Nullable Request> CURRENT = new ThreadLocal<>();

	private final ByteBuffer bytes;

	private final ByteBuffer source;

	private final long address;

	private final StatMemory stat = new StatMemory();

	private final EntryMemory entries = new EntryMemory(this.stat);

	private final AnswerBuffer answer = new AnswerBuffer(SmallReads.LIMIT);

	private final List<Runnable> endings = new ArrayList<>();

	private Caller caller = new Caller(-1, -1, -1);

	private @Nullable OpenNode outdated;

	private String outdatedPath = "";

	private @Nullable ByteBuffer target;

	private long targetAddress;

	/**
	 * Allocates memory for requests and binds it to the current thread.
	 * @param size the size of the largest request in bytes
	 */
	public Request(int size) {
		this.bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
		this.source = this.bytes.duplicate();
		this.address = MEMORY.getDirectBufferAddress(this.bytes);
		CURRENT.set(this);
	}

	/**
	 * Ends the binding to the current thread, which serves no more requests.
	 */
	public void unbind() {
		CURRENT.remove();
		Caller.unbind();
		this.answer.free();
	}

	/**
	 * Returns the request of the current thread.
	 */
	static Request current() {
		Request request = CURRENT.get();
		if (request == null) {
			throw new IllegalStateException("Not a thread that serves requests");
		}
		return request;
	}

	/**
	 * Returns the address for the kernel's bytes.
	 */
	public long address() {
		return this.address;
	}

	/**
	 * Binds the caller of a new request. Requests come in runs from one process, and then
	 * the binding stays.
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
	 * Writes the header of a request that the kernel has not sent and that nothing waits
	 * for.
	 * @param request the whole request, from the start of the memory on
	 */
	static void writeHeader(ByteBuffer request, int opcode, long node) {
		request.putInt(FuseProtocol.IN_LENGTH, request.limit())
			.putInt(FuseProtocol.IN_OPCODE, opcode)
			.putLong(FuseProtocol.IN_NODE, node);
	}

	/**
	 * Sets an action to run after this request has been answered.
	 */
	void atEnd(Runnable action) {
		this.endings.add(action);
	}

	/**
	 * Records that the request has been answered.
	 */
	public void answered() {
		if (!this.endings.isEmpty()) {
			this.endings.forEach(Runnable::run);
			this.endings.clear();
		}
	}

	int opcode() {
		return this.bytes.getInt(FuseProtocol.IN_OPCODE);
	}

	/**
	 * Returns the number that identifies the request to the kernel.
	 */
	public long unique() {
		return this.bytes.getLong(FuseProtocol.IN_UNIQUE);
	}

	/**
	 * Returns the kernel's number of the node that the request concerns: the directory if
	 * the request concerns a name.
	 */
	long node() {
		return this.bytes.getLong(FuseProtocol.IN_NODE);
	}

	/**
	 * Returns the number of the requesting thread, 0 if it is unknown here.
	 */
	int thread() {
		return this.bytes.getInt(FuseProtocol.IN_PID);
	}

	/**
	 * Sets the node that must release the name before the request can be served.
	 */
	void outdated(@Nullable OpenNode node, String path) {
		this.outdated = node;
		this.outdatedPath = path;
	}

	@Nullable OpenNode outdated() {
		return this.outdated;
	}

	/** Returns the path that the node is to release. */
	String outdatedPath() {
		return this.outdatedPath;
	}

	/**
	 * Returns the memory for an answer that does not come from libfuse.
	 */
	AnswerBuffer answer() {
		return this.answer;
	}

	/**
	 * Returns the new name in a rename request.
	 */
	String newName() {
		return text(afterText(FuseProtocol.RENAME_NAMES));
	}

	private int afterText(int start) {
		int end = start;
		while (this.bytes.get(end) != 0) {
			end++;
		}
		return end + 1;
	}

	private String text(int start) {
		byte[] text = new byte[afterText(start) - 1 - start];
		this.bytes.get(start, text);
		return new String(text, StandardCharsets.UTF_8);
	}

	/**
	 * Returns the writer of a {@code struct stat}.
	 */
	StatMemory stat() {
		return this.stat;
	}

	/**
	 * Returns the receiver of the entries of a {@code readdir}.
	 */
	DirectoryFiller entries(long function, long buffer) {
		return this.entries.filler(function, buffer);
	}

	/**
	 * Returns a view of bytes received with the request, valid until the request is
	 * answered.
	 */
	ByteBuffer source(long start, int size) {
		int offset = (int) (start - this.address);
		if (offset < 0 || offset + size > this.bytes.capacity()) {
			return MEMORY.newDirectByteBuffer(start, size);
		}
		return this.source.limit(offset + size).position(offset);
	}

	/**
	 * Returns a view of memory for the answer, valid until the request is answered.
	 * libfuse allocates the memory for each read, but nearly always at the same address.
	 */
	ByteBuffer target(long start, int size) {
		ByteBuffer view = this.target;
		if (view == null || start != this.targetAddress || size > view.capacity()) {
			view = MEMORY.newDirectByteBuffer(start, size);
			this.target = view;
			this.targetAddress = start;
		}
		return view.limit(size).position(0);
	}

}
