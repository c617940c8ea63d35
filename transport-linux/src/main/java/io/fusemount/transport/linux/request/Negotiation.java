package io.fusemount.transport.linux.request;

import java.nio.ByteBuffer;
import java.util.function.Supplier;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.transport.device.worker.WorkerPool;
import io.fusemount.transport.linux.message.RequestBuffer;
import io.fusemount.transport.linux.notice.NameNotices;
import org.jspecify.annotations.Nullable;

/**
 * The negotiation with the kernel when the connection is set up: everything that the
 * kernel offers and the core can keep.
 */
final class Negotiation {

	/** The version of the protocol. */
	static final int MAJOR = 7;

	/**
	 * The newest revision of the protocol whose requests this transport supports
	 * completely.
	 */
	static final int MINOR = 39;

	/**
	 * The oldest supported revision, of Linux 3.15: earlier ones have answers of other
	 * sizes.
	 */
	static final int OLDEST_MINOR = 23;

	/** The revision since which names can be invalidated together (Linux 6.16). */
	private static final int EPOCH_MINOR = 44;

	/**
	 * The revision since which the kernel tells whether it still waits for an answer
	 * (Linux 5.1).
	 */
	private static final int PROBE_MINOR = 29;

	/** The size of the largest request and answer, without headers: 1 MiB. */
	static final int MAX_TRANSFER = 1 << 20;

	/** The maximum size for a kernel without {@link #MAX_PAGES}. */
	static final int OLD_MAX_TRANSFER = 32 * 4096;

	/**
	 * Without {@link #MAX_PAGES}, this number of pages is read at once, whatever their
	 * size.
	 */
	private static final int OLD_PAGES = 32;

	private static final int EPROTO = 71;

	/** Positions in {@code struct fuse_init_in}. */
	private static final int IN_MINOR = 4;

	private static final int IN_READAHEAD = 8;

	private static final int IN_FLAGS = 12;

	private static final int IN_FLAGS2 = 16;

	private static final int ASYNC_READ = 1;

	private static final int ATOMIC_O_TRUNC = 1 << 3;

	private static final int EXPORT_SUPPORT = 1 << 4;

	private static final int BIG_WRITES = 1 << 5;

	private static final int DO_READDIRPLUS = 1 << 13;

	private static final int READDIRPLUS_AUTO = 1 << 14;

	private static final int ASYNC_DIO = 1 << 15;

	private static final int PARALLEL_DIROPS = 1 << 18;

	private static final int MAX_PAGES = 1 << 22;

	/**
	 * Pages are dropped when another version of the file is opened, not when its time
	 * changes.
	 */
	private static final int EXPLICIT_INVAL_DATA = 1 << 25;

	/**
	 * The filesystem itself clears the set-user-ID and set-group-ID bits of a file whose
	 * content or owner changes; else the kernel would ask for an extended attribute
	 * before each write.
	 */
	private static final int HANDLE_KILLPRIV_V2 = 1 << 28;

	private static final int INIT_EXT = 1 << 30;

	/** A flag of the second word: handles with direct I/O can be mapped. */
	private static final int DIRECT_IO_ALLOW_MMAP = 1 << 4;

	/** A flag of the second word: the kernel reads local files by itself. */
	private static final int PASSTHROUGH = 1 << 5;

	/** A flag of the second word: requests come by io_uring. */
	private static final int OVER_IO_URING = 1 << 9;

	private static final int WANTED = ASYNC_READ | ATOMIC_O_TRUNC | EXPORT_SUPPORT | BIG_WRITES | DO_READDIRPLUS
			| READDIRPLUS_AUTO | ASYNC_DIO | PARALLEL_DIROPS | MAX_PAGES | EXPLICIT_INVAL_DATA | HANDLE_KILLPRIV_V2
			| INIT_EXT;

	/** Local files are not on a filesystem that is made of others itself. */
	private static final int STACK_DEPTH = 1;

	/** The size of a {@code struct fuse_init_out}. */
	private static final int SIZE = 64;

	private final int workers;

	private final int pageSize;

	private final NameNotices nameNotices;

	private boolean met;

	private int kernelMinor;

	private boolean rings;

	private boolean passthrough;

	private @Nullable String complaint;

	private @Nullable String refusal;

	/**
	 * Creates the negotiation.
	 * @param workers the number of requests that are served at once
	 * @param pageSize the size of the kernel's pages in bytes
	 * @param nameNotices told if the kernel can be notified of names
	 */
	Negotiation(int workers, int pageSize, NameNotices nameNotices) {
		this.workers = workers;
		this.pageSize = pageSize;
		this.nameNotices = nameNotices;
	}

	/**
	 * Returns the size of the largest answer without its header.
	 */
	static int maxAnswer(int pageSize) {
		return Math.max(MAX_TRANSFER, OLD_PAGES * pageSize);
	}

	/**
	 * Answers with the version of this transport; a kernel with a later version then asks
	 * again with that one.
	 * @param ringComplaint returns why requests cannot come by io_uring although the
	 * kernel offers it, {@code null} if they can
	 * @param passthroughWanted whether the kernel is to read local files by itself
	 */
	int meet(Exchange exchange, Supplier<@Nullable String> ringComplaint, boolean passthroughWanted) {
		RequestBuffer request = exchange.request();
		int major = request.number(0);
		int minor = request.number(IN_MINOR);
		ByteBuffer body = exchange.answer().body();
		if (major > MAJOR) {
			write(body, 0, 0, 0, OLD_MAX_TRANSFER);
		}
		else if (major < MAJOR || minor < OLDEST_MINOR) {
			this.refusal = "The kernel speaks version " + major + "." + minor + " of FUSE, and not " + MAJOR + "."
					+ OLDEST_MINOR + " (Linux 3.15)";
			return -EPROTO;
		}
		else {
			agree(minor);
			int offered = request.number(IN_FLAGS);
			int flags = offered & WANTED;
			int offeredMore = ((offered & INIT_EXT) != 0) ? request.number(IN_FLAGS2) : 0;
			boolean ringsOffered = (offeredMore & OVER_IO_URING) != 0;
			this.complaint = ringsOffered ? ringComplaint.get() : "the kernel does not offer it";
			this.rings = this.complaint == null;
			this.passthrough = passthroughWanted && (offeredMore & PASSTHROUGH) != 0;
			this.met = true;
			int more = (offeredMore & DIRECT_IO_ALLOW_MMAP) | (this.rings ? OVER_IO_URING : 0)
					| (this.passthrough ? PASSTHROUGH : 0);
			int transfer = ((flags & MAX_PAGES) != 0) ? MAX_TRANSFER : OLD_MAX_TRANSFER;
			write(body, flags, more, request.number(IN_READAHEAD), transfer);
		}
		exchange.answer().length(body.position());
		return 0;
	}

	private void agree(int minor) {
		this.kernelMinor = minor;
		if (minor >= EPOCH_MINOR) {
			this.nameNotices.allow();
		}
	}

	/** The kernel reads ahead no more than workers can serve. */
	private void write(ByteBuffer body, int flags, int more, int readahead, int transfer) {
		int start = body.position();
		body.putInt(MAJOR).putInt(MINOR).putInt(readahead).putInt(flags);
		short congestion = (short) Math.min(WorkerPool.capacity(this.workers), WorkerPool.MAX_BACKGROUND);
		body.putShort((short) WorkerPool.MAX_BACKGROUND).putShort(congestion).putInt(transfer).putInt(1);
		body.putShort((short) (transfer / this.pageSize)).putShort((short) 0).putInt(more);
		body.putInt(((more & PASSTHROUGH) != 0) ? STACK_DEPTH : 0);
		while (body.position() < start + SIZE) {
			body.putInt(0);
		}
	}

	/** Writes down what was agreed. */
	void write(NoteWriter notes) {
		notes.number(this.kernelMinor).flag(this.passthrough);
	}

	/**
	 * Goes on with what an earlier process has agreed. A process that dies takes the
	 * requests in its rings with it, so a mount that goes from one process to the next
	 * has none.
	 */
	void read(NoteReader notes) {
		agree((int) notes.number());
		this.passthrough = notes.flag();
		this.complaint = "the mount was taken over";
		this.met = true;
	}

	/**
	 * Whether the kernel and this transport have agreed.
	 */
	boolean isMet() {
		return this.met;
	}

	/**
	 * Whether the kernel tells which requests a process that has crashed did not answer.
	 */
	boolean isProbeable() {
		return this.kernelMinor >= PROBE_MINOR;
	}

	/**
	 * Whether requests come by io_uring.
	 */
	boolean isByRings() {
		return this.rings;
	}

	/**
	 * Whether the kernel reads local files by itself if it is asked to.
	 */
	boolean isPassthrough() {
		return this.passthrough;
	}

	/**
	 * Returns why requests do not come by io_uring, {@code null} if they do.
	 */
	@Nullable String complaint() {
		return this.complaint;
	}

	/**
	 * Returns why the negotiation failed, or {@code null}.
	 */
	@Nullable String refusal() {
		return this.refusal;
	}

}
