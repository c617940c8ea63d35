package io.fusemount.transport.jnr.callback;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.file.Descriptors;
import io.fusemount.transport.device.worker.WorkerPool;
import io.fusemount.transport.jnr.libfuse.FuseSession;
import jnr.ffi.Pointer;

/**
 * All callbacks that libfuse calls for one filesystem. They must be referenced as long as
 * the session lives, because libfuse holds only their addresses.
 */
public final class FuseCallbacks implements AutoCloseable {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	/** The position of {@code max_background} in a {@code struct fuse_conn_info}. */
	private static final int MAX_BACKGROUND = 28;

	private static final int CONGESTION_THRESHOLD = 32;

	private final FunctionTable table = new FunctionTable();

	private final Descriptors descriptors = new Descriptors();

	private final SmallReads smallReads;

	private final NameRelease release;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final int workers;

	/**
	 * Creates the callbacks.
	 * @param workers the number of requests that are served at once
	 */
	public FuseCallbacks(VirtualFileSystem fileSystem, Dispatcher dispatcher, int workers) {
		this.workers = workers;
		this.fileSystem = fileSystem;
		Door door = new Door(dispatcher);
		this.door = door;
		this.smallReads = new SmallReads(fileSystem, door, this.descriptors);
		OpenNodes nodes = new OpenNodes(fileSystem);
		Lookups lookups = new Lookups(fileSystem, door, nodes);
		this.release = new NameRelease(door, nodes);
		new NodeCallbacks(fileSystem, door, nodes, lookups).register(this.table);
		new FileCallbacks(fileSystem, door, nodes, lookups, this.descriptors).register(this.table);
		new DirectoryCallbacks(fileSystem, door, nodes).register(this.table);
		new NamespaceCallbacks(fileSystem, door, nodes, lookups, this.release).register(this.table);
		new ExtendedAttributeCallbacks(fileSystem, door, nodes).register(this.table);
		this.table.init(this::init);
	}

	/**
	 * Returns the {@code struct fuse_operations}.
	 */
	public Pointer operations() {
		return this.table.memory();
	}

	/**
	 * Returns the size of that struct in bytes.
	 */
	public int size() {
		return FunctionTable.SIZE;
	}

	/**
	 * Serves the current request, without libfuse if that is faster.
	 */
	public void serve(Request request, int length, FuseSession session) {
		if (!this.smallReads.serve(request, session)) {
			do {
				session.process(request.address(), length);
			}
			while (this.release.perform(request, session));
		}
	}

	/**
	 * Closes the open local files. No requests may be served at this point.
	 */
	@Override
	public void close() {
		this.descriptors.close();
	}

	/**
	 * Releases the files that programs still have open. No requests may be served at this
	 * point.
	 */
	public void releaseHandles() {
		this.door.releaseAll(this.fileSystem);
	}

	/** The kernel reads ahead no more than workers can serve. */
	private int init(long connection) {
		MEMORY.putInt(connection + MAX_BACKGROUND, WorkerPool.MAX_BACKGROUND);
		MEMORY.putInt(connection + CONGESTION_THRESHOLD,
				Math.min(WorkerPool.capacity(this.workers), WorkerPool.MAX_BACKGROUND));
		return 0;
	}

}
