package io.fusemount.transport.jnr.libfuse;

import java.lang.ref.Reference;
import java.util.List;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.device.mount.Installation;
import io.fusemount.transport.device.mount.KernelMount;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;

/**
 * A session of libfuse over the device of a {@link KernelMount}. Any number of threads
 * may receive and process requests at once.
 */
public final class FuseSession {

	/** Capacity of a {@code struct fuse_args}. */
	private static final int ARGS_SIZE = 24;

	private final LibFuse library;

	private final Pointer fuse;

	private final long session;

	private final long channel;

	/** A cell that holds the channel, as {@code fuse_chan_recv} requires. */
	private final Pointer channelPointer;

	private final int device;

	private final LibC libc;

	private final int bufferSize;

	private final NodeChannel nodeChannel;

	private final NameChannel nameChannel;

	private final LookedUpNodes lookedUp;

	private FuseSession(Libraries libraries, KernelMount mount, Pointer channel, Pointer fuse, int maxNames) {
		this.library = libraries.fuse();
		this.libc = libraries.c();
		this.device = mount.device();
		this.fuse = fuse;
		this.channel = channel.address();
		this.session = this.library.fuse_get_session(fuse).address();
		this.channelPointer = Memory.allocateDirect(Native.RUNTIME, Long.BYTES, true);
		this.channelPointer.putLong(0, this.channel);
		this.bufferSize = (int) this.library.fuse_chan_bufsize(channel);
		this.nodeChannel = new NodeChannel(libraries, mount.device(), this.bufferSize);
		this.lookedUp = new LookedUpNodes(maxNames);
		this.nameChannel = new NameChannel(libraries, mount.device(), this.bufferSize, this.lookedUp);
	}

	/**
	 * Requires a complete installation: loads the library and looks for the helper.
	 * @throws MountException {@code NO_NATIVE_CODE}, {@code NO_LIBFUSE} or {@code
	 * NO_FUSERMOUNT} if something is missing
	 */
	public static void requireInstallation() {
		try {
			Libraries.load();
			Installation.require();
		}
		catch (LinkageError ex) {
			throw Installation.noNativeCode(ex);
		}
	}

	/**
	 * Opens a session and takes over the device of the mount.
	 * @param operations a {@code struct fuse_operations}, which is copied
	 * @param size its size in bytes
	 * @param options the options for libfuse itself
	 * @param maxNames the approximate number of names that the kernel may remember
	 */
	public static FuseSession open(KernelMount mount, Pointer operations, int size, String options, int maxNames) {
		Libraries libraries = Libraries.load();
		Pointer channel = libraries.fuse().fuse_kern_chan_new(mount.device());
		Pointer args = Memory.allocateDirect(Native.RUNTIME, ARGS_SIZE, true);
		Pointer argv = NativeText.array(Native.RUNTIME, List.of("fusemount", "-o", options));
		args.putInt(0, 3);
		args.putLong(Long.BYTES, argv.address());
		long fuse = NativeCall.fuseNew(libraries.fuseNew(), channel.address(), args.address(), operations.address(),
				size);
		Reference.reachabilityFence(argv);
		libraries.fuse().fuse_opt_free_args(args);
		if (fuse == 0) {
			libraries.fuse().fuse_chan_destroy(channel);
			throw new MountException(Reason.OTHER, "libfuse refused the options " + options);
		}
		return new FuseSession(libraries, mount, channel, Pointer.wrap(Native.RUNTIME, fuse), maxNames);
	}

	/**
	 * Returns the size of a buffer that holds any request, in bytes.
	 */
	public int bufferSize() {
		return this.bufferSize;
	}

	/**
	 * Waits for a request.
	 * @return its length, 0 if the filesystem is no longer mounted, or a negative error
	 * number
	 */
	public int receive(long buffer) {
		return this.library.fuse_chan_recv(this.channelPointer.address(), buffer, this.bufferSize);
	}

	/**
	 * Withholds the next answer of this thread. Only answers to requests for a name can
	 * be withheld.
	 */
	public static void withhold() {
		NameChannel.withhold();
	}

	/**
	 * Serves a request: libfuse calls back on this thread and answers to the kernel.
	 */
	public void process(long buffer, int length) {
		this.library.fuse_session_process(this.session, buffer, length, channel(buffer));
		this.lookedUp.prune(this.libc, this.device);
	}

	private long channel(long request) {
		if (NodeChannel.isFor(request)) {
			return this.nodeChannel.address();
		}
		return NameChannel.isFor(request) ? this.nameChannel.address() : this.channel;
	}

	/**
	 * Sends an answer that does not come from libfuse.
	 * @param unique the number of the request
	 * @param error 0, or a negative error number
	 */
	public void answer(AnswerBuffer answer, long unique, int error) {
		answer.send(this.libc, this.device, unique, error);
	}

	/**
	 * Frees the session and closes the device. No thread may be in {@link #receive} or
	 * {@link #process} at this point.
	 */
	public void destroy() {
		this.nodeChannel.destroy(this.library);
		this.nameChannel.destroy(this.library);
		this.library.fuse_destroy(this.fuse);
	}

}
