package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.kenai.jffi.PageManager;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notes;
import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationWatch;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.device.mount.KernelMount;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.device.worker.RequestServer;
import io.fusemount.transport.device.worker.RequestThread;
import io.fusemount.transport.device.worker.Workers;
import io.fusemount.transport.linux.message.RequestBuffer;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.notice.KernelObserver;
import io.fusemount.transport.linux.passthrough.Backings;
import io.fusemount.transport.linux.uring.RingServer;
import io.fusemount.transport.linux.uring.RingThread;
import io.fusemount.transport.linux.uring.RingWorkers;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests from the device, dispatches them, and writes the answers.
 */
public final class DeviceServer implements RequestServer, RingServer {

	/** Greater than any supported opcode. */
	private static final int OPCODES = 64;

	private static final int ENODEV = 19;

	private static final int PAGE_SIZE = (int) PageManager.getInstance().pageSize();

	/** The space for headers beside the data of a write. */
	private static final int HEADERS = 4096;

	/**
	 * Positions in {@code struct fuse_batch_forget_in} and
	 * {@code struct fuse_forget_one}.
	 */
	private static final int FORGET_LIST = 8;

	private static final int FORGET_SIZE = 16;

	private final Connection connection;

	private final Handler[] handlers = new Handler[OPCODES];

	private final Negotiation negotiation;

	private final int socket;

	private final VirtualFileSystem fileSystem;

	/**
	 * Creates the server, after it has negotiated with the kernel.
	 * @param mount the mount
	 * @param kernel the mounted filesystem, whose device the server closes
	 * @param maxNodes the approximate number of nodes that the kernel may remember
	 * @param withoutRings why requests are not to come by io_uring, {@code null} if they
	 * may
	 * @param passthrough whether the kernel may read local files by itself
	 * @param inherited the notes of the process before, whose connection this is,
	 * {@code null} if it is a new one
	 * @throws MountException if the kernel is too old
	 */
	public DeviceServer(MountOptions mount, VirtualFileSystem fileSystem, Dispatcher dispatcher, KernelMount kernel,
			int maxNodes, @Nullable String withoutRings, boolean passthrough, @Nullable Notes inherited) {
		this.fileSystem = fileSystem;
		this.connection = new Connection(mount.name(), fileSystem, dispatcher, kernel.device(), maxNodes,
				mount.allowOther());
		this.socket = kernel.socket();
		this.negotiation = new Negotiation(mount.workers(), PAGE_SIZE, this.connection.missing());
		if (inherited != null) {
			NoteReader notes = new NoteReader(inherited.transport());
			this.negotiation.read(notes);
			this.connection.read(notes);
		}
		Lookups lookups = new Lookups(this.connection);
		lookups.register(this.handlers);
		new NameRequests(this.connection, lookups).register(this.handlers);
		new NodeRequests(this.connection).register(this.handlers);
		new AttributeRequests(this.connection).register(this.handlers);
		new FileRequests(this.connection).register(this.handlers);
		new DirectoryRequests(this.connection, lookups).register(this.handlers);
		this.handlers[FuseProtocol.DESTROY] = (exchange) -> 0;
		if (inherited == null) {
			negotiate(withoutRings, passthrough && this.connection.backings().isWanted());
		}
		beginPassthrough(passthrough);
		if (inherited != null) {
			this.connection.distrust();
		}
	}

	/** The kernel sends INIT when it mounts, and nothing else before the answer. */
	private void negotiate(@Nullable String withoutRings, boolean passthrough) {
		this.handlers[FuseProtocol.INIT] = (exchange) -> this.negotiation.meet(exchange,
				() -> (withoutRings != null) ? withoutRings : RingWorkers.complaint(), passthrough);
		try (Serving serving = new Serving()) {
			while (!this.negotiation.isMet()) {
				int length = serving.receive();
				if (length == 0 || this.negotiation.refusal() != null) {
					throw new MountException(Reason.NOT_ANSWERING, (this.negotiation.refusal() != null)
							? this.negotiation.refusal() : "The filesystem was unmounted while it was mounted");
				}
				if (length > 0) {
					serving.serve(length);
				}
			}
		}
		catch (RuntimeException ex) {
			close();
			throw ex;
		}
	}

	private void beginPassthrough(boolean passthrough) {
		Backings backings = this.connection.backings();
		if (this.negotiation.isPassthrough() && passthrough) {
			backings.begin();
		}
		else if (backings.isWanted()) {
			backings.refuse(passthrough ? "the kernel does not offer it" : "fusemount.passthrough is off");
		}
	}

	@Override
	public RingThread open() {
		KernelObserver.serving(true);
		return new Serving();
	}

	@Override
	public Workers start(MountOptions mount, OperationWatch watch, Runnable afterLast) {
		return this.negotiation.isByRings() ? RingWorkers.start(mount, this, watch, afterLast)
				: RequestServer.super.start(mount, watch, afterLast);
	}

	@Override
	public Channel channel() {
		return (this.negotiation.isByRings() ? Channel.IO_URING : Channel.DEVICE).remark(Stream
			.of(remark("io_uring", this.negotiation.complaint()),
					remark("passthrough", this.connection.backings().complaint()))
			.flatMap(Optional::stream)
			.collect(Collectors.joining("; ")));
	}

	private static Optional<String> remark(String way, @Nullable String complaint) {
		return Optional.ofNullable(complaint).map((reason) -> way + " is not used: " + reason);
	}

	@Override
	public long passthroughOpens() {
		return this.connection.backings().opens();
	}

	@Override
	public int device() {
		return this.connection.device();
	}

	@Override
	public int heldOpen() {
		return this.socket;
	}

	@Override
	public int contentSize() {
		return Negotiation.maxAnswer(PAGE_SIZE);
	}

	@Override
	public void leave() {
		NoteWriter notes = new NoteWriter();
		this.negotiation.write(notes);
		this.connection.leave(notes);
		this.fileSystem.handover().leave(notes);
		this.connection.close();
	}

	@Override
	public void close() {
		this.connection.close();
	}

	@Override
	public void releaseHandles() {
		this.connection.handles().releaseAll(this.connection.door());
	}

	/**
	 * A thread that serves requests.
	 */
	private final class Serving implements RingThread {

		private final LibC libc = Native.libc();

		private final int device = DeviceServer.this.connection.device();

		private final NodeTable nodes = DeviceServer.this.connection.nodes();

		private final Exchange exchange = Exchange.create(Negotiation.MAX_TRANSFER + HEADERS,
				Negotiation.maxAnswer(PAGE_SIZE));

		@Override
		public int receive() {
			RequestBuffer request = this.exchange.request();
			long length = this.libc.read(this.device, request.address(), request.size());
			if (length >= 0) {
				return (int) length;
			}
			int error = Native.errno();
			if (error == ENODEV) {
				return 0;
			}
			// The calling program was interrupted before the request was read.
			return (error == Errno.ENOENT.code()) ? -Errno.EINTR.code() : -error;
		}

		@Override
		public void serve(int length) {
			RequestBuffer request = this.exchange.request();
			int opcode = request.opcode();
			switch (opcode) {
				case FuseProtocol.FORGET -> this.nodes.forget(request.node(), request.longNumber(0));
				case FuseProtocol.BATCH_FORGET -> forget(request);
				case FuseProtocol.INTERRUPT -> {
					// The message comes once for every signal, even if the program
					// continues. A waiting operation checks itself whether its program
					// was killed.
				}
				default -> answer(request, opcode);
			}
		}

		private void forget(RequestBuffer request) {
			int count = request.number(0);
			for (int i = 0; i < count; i++) {
				int place = FORGET_LIST + i * FORGET_SIZE;
				this.nodes.forget(request.longNumber(place), request.longNumber(place + Long.BYTES));
			}
		}

		private void answer(RequestBuffer request, int opcode) {
			int error = -Errno.EIO.code();
			try {
				error = handle(request, opcode);
			}
			finally {
				this.exchange.answer().send(this.libc, this.device, request.unique(), error);
			}
		}

		private int handle(RequestBuffer request, int opcode) {
			request.arrived();
			this.exchange.answer().begin();
			Handler handler = (opcode >= 0 && opcode < OPCODES) ? DeviceServer.this.handlers[opcode] : null;
			return (handler != null) ? Math.min(0, handler.serve(this.exchange)) : -Errno.ENOSYS.code();
		}

		@Override
		public int serve() {
			RequestBuffer request = this.exchange.request();
			return handle(request, request.opcode());
		}

		@Override
		public ByteBuffer request() {
			return this.exchange.request().bytes();
		}

		@Override
		public RequestBuffer buffer() {
			return this.exchange.request();
		}

		@Override
		public AnswerBuffer answer() {
			return this.exchange.answer();
		}

		/** The memory of the thread stays its own: it may write to it yet. */
		@Override
		public void answer(long number, Errno errno) {
			AnswerBuffer answer = new AnswerBuffer(0);
			try {
				answer.begin();
				answer.send(this.libc, this.device, number, -errno.code());
			}
			finally {
				answer.free();
			}
		}

		@Override
		public void close() {
			this.exchange.free();
			KernelObserver.serving(false);
			Caller.unbind();
		}

	}

}
