package io.fusemount.transport.linux.request;

import com.kenai.jffi.PageManager;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.message.AnswerBuffer;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.device.worker.RequestServer;
import io.fusemount.transport.device.worker.RequestThread;
import io.fusemount.transport.device.worker.WaitingRequest;
import io.fusemount.transport.linux.message.RequestBuffer;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.notice.KernelObserver;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests from the device, dispatches them, and writes the answers.
 */
public final class DeviceServer implements RequestServer {

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

	/**
	 * Creates the server.
	 * @param mount the mount
	 * @param device the descriptor of the open device, which the server closes
	 * @param maxNodes the approximate number of nodes that the kernel may remember
	 */
	public DeviceServer(MountOptions mount, VirtualFileSystem fileSystem, Dispatcher dispatcher, int device,
			int maxNodes) {
		this.connection = new Connection(mount.name(), fileSystem, dispatcher, device, maxNodes, mount.allowOther());
		this.negotiation = new Negotiation(mount.workers(), PAGE_SIZE, this.connection.missing());
		this.negotiation.register(this.handlers);
		Lookups lookups = new Lookups(this.connection);
		lookups.register(this.handlers);
		new NameRequests(this.connection, lookups).register(this.handlers);
		new NodeRequests(this.connection).register(this.handlers);
		new AttributeRequests(this.connection).register(this.handlers);
		new FileRequests(this.connection).register(this.handlers);
		new DirectoryRequests(this.connection, lookups).register(this.handlers);
		this.handlers[FuseProtocol.DESTROY] = (exchange) -> 0;
	}

	@Override
	public RequestThread open() {
		KernelObserver.serving(true);
		return new Serving(Exchange.create(Negotiation.MAX_TRANSFER + HEADERS, Negotiation.maxAnswer(PAGE_SIZE)));
	}

	@Override
	public void close() {
		this.connection.close();
	}

	@Override
	public void releaseHandles() {
		this.connection.handles().releaseAll(this.connection.door());
	}

	@Override
	public @Nullable String refusal() {
		return this.negotiation.refusal();
	}

	/**
	 * A thread that serves requests.
	 */
	private final class Serving implements RequestThread {

		private final LibC libc = Native.libc();

		private final int device = DeviceServer.this.connection.device();

		private final NodeTable nodes = DeviceServer.this.connection.nodes();

		private final Exchange exchange;

		Serving(Exchange exchange) {
			this.exchange = exchange;
		}

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
			request.arrived();
			this.exchange.answer().begin();
			int error = -Errno.EIO.code();
			try {
				Handler handler = (opcode >= 0 && opcode < OPCODES) ? DeviceServer.this.handlers[opcode] : null;
				error = (handler != null) ? handler.serve(this.exchange) : -Errno.ENOSYS.code();
			}
			finally {
				this.exchange.answer().send(this.libc, this.device, request.unique(), Math.min(0, error));
			}
		}

		@Override
		public long number() {
			return this.exchange.request().unique();
		}

		@Override
		public @Nullable WaitingRequest setAside(int length) {
			return this.exchange.request().setAside(length);
		}

		@Override
		public int takeUp(WaitingRequest request) {
			return this.exchange.request().takeUp(request);
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
