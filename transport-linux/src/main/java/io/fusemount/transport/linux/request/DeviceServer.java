package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.kenai.jffi.PageManager;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.KernelUse;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.Attempt;
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
import io.fusemount.transport.linux.crash.CrashMemory;
import io.fusemount.transport.linux.crash.RequestSlots;
import io.fusemount.transport.linux.crash.Unanswered;
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

	/** The size of the largest request in bytes. */
	public static final int REQUEST_SIZE = Negotiation.MAX_TRANSFER + HEADERS;

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

	/** Where the kernel writes requests, {@code null} if they end with the process. */
	private @Nullable RequestSlots slots;

	private Unanswered unanswered = new Unanswered(Notebook.NONE, List.of());

	/**
	 * Creates the server, after it has negotiated with the kernel.
	 * @param mount the mount
	 * @param kernel the mounted filesystem, whose device the server closes
	 * @param maxNodes the approximate number of nodes that the kernel may remember
	 * @param withoutRings why requests are not to come by io_uring, {@code null} if they
	 * may
	 * @param passthrough whether the kernel may read local files by itself
	 * @param inherited what the process before knew, whose connection this is,
	 * {@code null} if it is a new one
	 * @param memory what the next process finds after a crash, {@code null} if there is
	 * none
	 * @throws MountException if the kernel is too old
	 */
	public DeviceServer(MountOptions mount, VirtualFileSystem fileSystem, Dispatcher dispatcher, KernelMount kernel,
			int maxNodes, @Nullable String withoutRings, boolean passthrough, @Nullable Predecessor inherited,
			@Nullable CrashMemory memory) {
		this.fileSystem = fileSystem;
		this.connection = new Connection(mount.name(), fileSystem, dispatcher, kernel.device(), maxNodes,
				mount.allowOther());
		this.socket = kernel.socket();
		this.negotiation = new Negotiation(mount.workers(), PAGE_SIZE, this.connection.nameNotices());
		if (inherited != null) {
			this.negotiation.read(inherited.notes());
			this.connection.read(inherited.notes(), inherited.crashed());
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
		keep(this.negotiation.isProbeable() ? memory : null, (inherited != null) ? inherited.requests() : List.of());
		if (inherited != null) {
			this.connection.distrust();
		}
	}

	/** Writes down, from now on, what the next process needs after a crash. */
	private void keep(@Nullable CrashMemory memory, List<byte[]> requests) {
		Notebook notebook = (memory != null) ? memory.notebook() : Notebook.NONE;
		this.unanswered = new Unanswered(notebook, requests);
		if (memory != null) {
			this.slots = memory.slots();
			NoteWriter notes = new NoteWriter();
			this.negotiation.write(notes);
			this.connection.keep(notebook, notes);
			this.fileSystem.handover().keep(notebook);
		}
	}

	/**
	 * Whether the next process finds what it needs after a crash.
	 */
	public boolean survivesCrash() {
		return this.slots != null;
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
					remark("passthrough", this.connection.backings().complaint()),
					remark("memory for a crash", this.unanswered.complaint()))
			.flatMap(Optional::stream)
			.collect(Collectors.joining("; ")));
	}

	private static Optional<String> remark(String way, @Nullable String complaint) {
		return Optional.ofNullable(complaint).map((reason) -> way + " is not used: " + reason);
	}

	@Override
	public KernelUse kernelUse() {
		return new KernelUse(this.connection.nodes().size(), this.connection.backings().opens());
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
		serveLeft();
		NoteWriter notes = new NoteWriter();
		this.negotiation.write(notes);
		this.connection.leave(notes);
		this.fileSystem.handover().leave(notes);
		this.connection.close();
	}

	/** Nobody else knows of the requests that a process has left that has crashed. */
	private void serveLeft() {
		if (!this.unanswered.isLeft()) {
			return;
		}
		KernelObserver.serving(true);
		try (Serving serving = new Serving()) {
			for (int length = serving.receiveLeft(); length > 0; length = serving.receiveLeft()) {
				serving.serve(length);
			}
		}
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

		private final @Nullable ByteBuffer slot = (DeviceServer.this.slots != null) ? DeviceServer.this.slots.take()
				: null;

		private final Exchange exchange = (this.slot != null)
				? Exchange.create(this.slot, Negotiation.maxAnswer(PAGE_SIZE))
				: Exchange.create(REQUEST_SIZE, Negotiation.maxAnswer(PAGE_SIZE));

		@Override
		public int receive() {
			RequestBuffer request = this.exchange.request();
			int left = receiveLeft();
			if (left > 0) {
				return left;
			}
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

		int receiveLeft() {
			return DeviceServer.this.unanswered.next(this.exchange.request().bytes());
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
				DeviceServer.this.unanswered.answered(request.unique());
			}
		}

		private int handle(RequestBuffer request, int opcode) {
			request.arrived();
			DeviceServer.this.unanswered.attempt(request.unique(), this.slot != null);
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

		@Override
		public void setAside(int length) {
			DeviceServer.this.unanswered.setAside(this.exchange.request().bytes(), length);
		}

		/** The memory of the thread stays its own: it may write to it yet. */
		@Override
		public void answer(long number, Errno errno) {
			DeviceServer.this.unanswered.refuse(number);
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
			if (this.slot != null && DeviceServer.this.slots != null) {
				DeviceServer.this.slots.giveBack(this.slot);
			}
			KernelObserver.serving(false);
			Caller.unbind();
			Attempt.unbind();
		}

	}

}
