package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.Node;
import io.fusemount.core.operation.Allocation;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.Seek;
import io.fusemount.core.vfs.FileStatus;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import io.fusemount.core.vfs.VirtualFileSystem;
import io.fusemount.transport.device.file.Descriptor;
import io.fusemount.transport.device.file.Descriptors;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.process.ProcessDescriptors;
import io.fusemount.transport.device.protocol.AllocationMode;
import io.fusemount.transport.device.protocol.FuseProtocol;
import io.fusemount.transport.device.protocol.OpenFlags;
import io.fusemount.transport.linux.message.RequestBuffer;
import io.fusemount.transport.linux.node.KernelNode;
import io.fusemount.transport.linux.node.NodeTable;
import io.fusemount.transport.linux.node.Openings;
import io.fusemount.transport.linux.node.Openings.Opened;
import io.fusemount.transport.linux.node.Paths;
import io.fusemount.transport.linux.notice.Notifier;
import io.fusemount.transport.linux.passthrough.Backing;
import org.jspecify.annotations.Nullable;

/**
 * Requests for the content of files.
 */
final class FileRequests {

	/** {@code FOPEN_NOFLUSH}: nothing was written that a close could store. */
	static final int NO_FLUSH = 1 << 5;

	/** {@code FOPEN_PASSTHROUGH}: the kernel reads a local file by itself. */
	private static final int PASSTHROUGH = 1 << 7;

	private static final int DIRECT_IO = 1;

	private static final int KEEP_CACHE = 1 << 1;

	/** Positions in {@code struct fuse_read_in} and {@code struct fuse_write_in}. */
	private static final int OFFSET = 8;

	private static final int SIZE = 16;

	private static final int WRITE_DATA = 40;

	/** Positions in {@code struct fuse_fallocate_in}. */
	private static final int LENGTH = 16;

	private static final int MODE = 24;

	/** Of {@code struct fuse_lseek_in}. */
	private static final int WHENCE = 16;

	private static final int SEEK_DATA = 3;

	private static final int SEEK_HOLE = 4;

	/**
	 * The number of attempts to open a file that others detach from its name in the
	 * meantime.
	 */
	private static final int ATTEMPTS = 4;

	private final VirtualFileSystem fileSystem;

	private final Door door;

	private final NodeTable nodes;

	private final Paths paths;

	private final Openings openings;

	private final Handles handles;

	private final Notifier notifier;

	private final Descriptors descriptors;

	private final LibC libc;

	private final int device;

	private final ProcessDescriptors processes = new ProcessDescriptors();

	private final Refusals refusals;

	FileRequests(Connection connection) {
		this.fileSystem = connection.fileSystem();
		this.door = connection.door();
		this.nodes = connection.nodes();
		this.paths = connection.paths();
		this.openings = connection.openings();
		this.handles = connection.handles();
		this.notifier = connection.notifier();
		this.descriptors = connection.descriptors();
		this.libc = connection.libc();
		this.device = connection.device();
		this.refusals = connection.refusals();
	}

	void register(Handler[] table) {
		table[FuseProtocol.OPEN] = this::open;
		table[FuseProtocol.READ] = this::read;
		table[FuseProtocol.WRITE] = this::write;
		table[FuseProtocol.FLUSH] = this::flush;
		table[FuseProtocol.FSYNC] = this::fsync;
		table[FuseProtocol.FALLOCATE] = this::fallocate;
		table[FuseProtocol.LSEEK] = this::seek;
		table[FuseProtocol.RELEASE] = this::release;
	}

	private int open(Exchange exchange) {
		return this.door.onNode(Operation.OPEN, exchange, (node) -> {
			OpenOptions options = OpenFlags.options(exchange.request().number(0));
			boolean cut = options.truncate() && options.write();
			OpenOptions wanted = cut ? options.untruncated() : options;
			HandleId handle = this.nodes.isService(node) ? openAlone(exchange, node, wanted)
					: open(exchange, node, wanted);
			exchange.answer().ifLost(() -> this.handles.retract(handle));
			if (cut) {
				empty(exchange, node, handle);
			}
			return 0;
		});
	}

	private void empty(Exchange exchange, KernelNode node, HandleId handle) {
		try {
			change(exchange, handle, () -> this.fileSystem.truncate(handle, 0));
		}
		catch (RuntimeException ex) {
			this.handles.retract(handle);
			throw ex;
		}
		this.openings.emptied(node);
	}

	/**
	 * Opens a file that each user sees differently. Such handles are not shared, and the
	 * kernel caches no pages.
	 */
	private HandleId openAlone(Exchange exchange, KernelNode node, OpenOptions options) {
		HandleId handle = this.fileSystem.open(this.paths.current(node), options.direct(true));
		this.handles.opened(handle, node, Handles.Kind.ALONE);
		answer(exchange, handle, DIRECT_IO, null);
		return handle;
	}

	private HandleId open(Exchange exchange, KernelNode node, OpenOptions options) {
		int thread = exchange.request().thread();
		boolean again = this.refusals.end(thread, node.id());
		try {
			return openNow(exchange, node, options, again);
		}
		catch (ErrnoException ex) {
			if (ex.errno() == Errno.ESTALE && !again) {
				this.refusals.begin(thread);
			}
			throw ex;
		}
	}

	private HandleId openNow(Exchange exchange, KernelNode node, OpenOptions options, boolean again) {
		OpenOptions wanted = options;
		for (int i = 0; i < ATTEMPTS; i++) {
			HandleId handle = tryOpen(this.openings.openable(node, again), wanted);
			Opened opened = (handle != null) ? this.openings.opened(node, handle, wanted) : null;
			boolean misplaced = opened != null && !opened.settled() && wanted.append() && !wanted.direct();
			if (handle != null && opened != null && !misplaced) {
				opened(exchange, node, handle, wanted, opened);
				return handle;
			}
			if (misplaced) {
				this.openings.retracted(node, wanted.write());
			}
			if (handle != null) {
				this.fileSystem.release(handle);
			}
			// The kernel would append at the end of the file that it knows.
			wanted = misplaced ? wanted.direct(true) : wanted;
		}
		throw NodeTable.stale();
	}

	/** Others may have replaced the file since it was found. */
	private @Nullable HandleId tryOpen(Node found, OpenOptions options) {
		try {
			return this.fileSystem.open(found, options);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.ESTALE) {
				throw ex;
			}
			return null;
		}
	}

	/**
	 * Notifies the kernel before the answer if it may have another size than that of the
	 * opened version. The notification does not wait, because the program that waits for
	 * the answer uses the node.
	 */
	private void opened(Exchange exchange, KernelNode node, HandleId handle, OpenOptions options, Opened opened) {
		this.handles.opened(handle, node, options.write() ? Handles.Kind.WRITE : Handles.Kind.READ, !opened.kept());
		if (!opened.settled()) {
			this.notifier.withdraw(node.id());
			exchange.notice().attributes(this.libc, this.device, node.id());
			this.openings.notified(node);
		}
		answer(exchange, handle, (opened.kept() ? KEEP_CACHE : 0) | (options.write() ? 0 : NO_FLUSH)
				| (options.direct() ? DIRECT_IO : 0), opened.backing());
	}

	private static void answer(Exchange exchange, HandleId handle, int flags, @Nullable Backing backing) {
		ByteBuffer body = exchange.answer().body();
		writeOpened(body, handle, flags, exchange.request().number(0), backing);
		exchange.answer().length(body.position());
	}

	/**
	 * Writes a {@code struct fuse_open_out}.
	 */
	static void writeOpened(ByteBuffer target, HandleId handle, int flags) {
		target.putLong(handle.value()).putInt(flags).putInt(0);
	}

	/**
	 * Writes a {@code struct fuse_open_out} for a file. The disk would restrict direct
	 * I/O to its blocks, so such reads of what the kernel reads by itself are requests.
	 * @param asked the flags of the program
	 */
	static void writeOpened(ByteBuffer target, HandleId handle, int flags, int asked, @Nullable Backing backing) {
		if (backing == null) {
			writeOpened(target, handle, flags);
			return;
		}
		int direct = ((asked & OpenFlags.O_DIRECT) != 0) ? DIRECT_IO : 0;
		target.putLong(handle.value()).putInt(flags | direct | PASSTHROUGH).putInt(backing.id());
	}

	private int read(Exchange exchange) {
		long offset = exchange.request().longNumber(OFFSET);
		int size = exchange.request().number(SIZE);
		return this.door.onHandle(Operation.READ, exchange, (handle) -> {
			this.handles.used(handle);
			LocalRange range = this.fileSystem.locate(handle, offset, size);
			if (range != null && point(exchange, range, size)) {
				return range.length();
			}
			ByteBuffer target = exchange.answer().body().limit(size);
			int length = this.fileSystem.read(handle, offset, target);
			exchange.answer().length(length);
			return length;
		});
	}

	private boolean point(Exchange exchange, LocalRange range, int size) {
		Descriptor descriptor = this.descriptors.acquire(range, size);
		return descriptor != null && exchange.answer().contentOf(descriptor, range);
	}

	private int write(Exchange exchange) {
		RequestBuffer request = exchange.request();
		return this.door.onHandle(Operation.WRITE, exchange, (handle) -> {
			KernelNode node = this.handles.used(handle);
			long offset = request.longNumber(OFFSET);
			int written = this.fileSystem.write(handle, offset, request.data(WRITE_DATA, request.number(SIZE)));
			extended(exchange, node, offset + written);
			exchange.answer().body().putInt(written).putInt(0);
			exchange.answer().length(Long.BYTES);
			return written;
		});
	}

	private int flush(Exchange exchange) {
		return this.door.onHandle(Operation.FLUSH, exchange, (handle) -> {
			change(exchange, handle, () -> this.fileSystem.flush(handle, this.processes));
			return 0;
		});
	}

	/**
	 * Changes a file by a request whose answer has no attributes. The kernel asks for
	 * them again if it does not know what has become of them: mode bits that went with
	 * the content, or the number of a new file, of which nobody is to see two.
	 */
	private void change(Exchange exchange, HandleId handle, Runnable work) {
		FileStatus before = this.fileSystem.status(handle);
		work.run();
		FileStatus after = this.fileSystem.status(handle);
		if (before.inode() != after.inode() || before.permissions() != after.permissions()) {
			exchange.notice().attributes(this.libc, this.device, exchange.request().node());
		}
	}

	private int fsync(Exchange exchange) {
		return this.door.onHandle(Operation.FSYNC, exchange, (handle) -> {
			this.fileSystem.sync(handle);
			return 0;
		});
	}

	private int fallocate(Exchange exchange) {
		RequestBuffer request = exchange.request();
		return this.door.onHandle(Operation.FALLOCATE, exchange, (handle) -> {
			KernelNode node = this.handles.used(handle);
			Allocation allocation = AllocationMode.of(request.number(MODE));
			long offset = request.longNumber(OFFSET);
			long length = request.longNumber(LENGTH);
			this.fileSystem.allocate(handle, allocation, offset, length);
			if (!allocation.isSizeKept()) {
				extended(exchange, node, offset + length);
			}
			return 0;
		});
	}

	/** The kernel extends its size when it receives the answer. */
	private void extended(Exchange exchange, @Nullable KernelNode node, long end) {
		if (node != null) {
			node.written(end);
			exchange.answer().ifLost(() -> this.openings.unanswered(node));
		}
	}

	/** The kernel itself answers the other kinds of seek. */
	private int seek(Exchange exchange) {
		RequestBuffer request = exchange.request();
		return this.door.onHandle(Operation.LSEEK, exchange, (handle) -> {
			Seek seek = switch (request.number(WHENCE)) {
				case SEEK_DATA -> Seek.DATA;
				case SEEK_HOLE -> Seek.HOLE;
				default -> throw new ErrnoException(Errno.EINVAL, "Unknown way to seek");
			};
			exchange.answer().body().putLong(this.fileSystem.seek(handle, request.longNumber(OFFSET), seek));
			exchange.answer().length(Long.BYTES);
			return 0;
		});
	}

	private int release(Exchange exchange) {
		return this.door.onHandle(Operation.RELEASE, exchange, (handle) -> {
			this.handles.release(handle);
			return 0;
		});
	}

}
