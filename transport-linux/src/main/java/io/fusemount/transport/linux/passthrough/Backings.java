package io.fusemount.transport.linux.passthrough;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

import io.fusemount.core.local.Loan;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.Lending;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import io.fusemount.transport.device.protocol.OpenFlags;
import org.jspecify.annotations.Nullable;

/**
 * The local files that the kernel of a mount reads by itself ("passthrough", Linux 6.9).
 * A file is opened for the kernel by this process, whose permissions count; programs need
 * only those for the file of the mount.
 */
public final class Backings {

	/** {@code FUSE_DEV_IOC_BACKING_OPEN}. */
	private static final long OPEN = 0x4010_E501L;

	/** {@code FUSE_DEV_IOC_BACKING_CLOSE}. */
	private static final long CLOSE = 0x4004_E502L;

	private static final int O_CLOEXEC = 02000000;

	private static final int SEEK_END = 2;

	private final Lending lending;

	private final LibC libc;

	private final int device;

	private final LongAdder opens = new LongAdder();

	private volatile boolean possible;

	/** Whether the device is closed, so that its number may be that of another file. */
	private volatile boolean ended;

	private volatile @Nullable String complaint;

	/**
	 * Creates the backings, none of which is possible yet.
	 * @param device the descriptor of the open device
	 */
	public Backings(Lending lending, LibC libc, int device) {
		this.lending = lending;
		this.libc = libc;
		this.device = device;
	}

	/**
	 * Whether there is anything that the kernel could read by itself.
	 */
	public boolean isWanted() {
		return this.lending.directory() != null;
	}

	/**
	 * Records why the kernel is not asked to read local files.
	 */
	public void refuse(String reason) {
		this.possible = false;
		this.complaint = reason;
	}

	/**
	 * Begins after the kernel has agreed, if it accepts files from the directory that
	 * they are in. That is tried with a file that is gone afterwards, so that an
	 * administrator learns at the mount of what is missing.
	 */
	public void begin() {
		this.possible = true;
		Path directory = this.lending.directory();
		while (directory != null && !Files.isDirectory(directory)) {
			directory = directory.getParent();
		}
		if (directory == null) {
			return;
		}
		try {
			Path file = Files.createTempFile(directory, "passthrough", ".content");
			try {
				close(register(file, 0));
			}
			finally {
				Files.delete(file);
			}
		}
		catch (IOException ex) {
			// The disk may be full for now: the first file that is lent will show it.
		}
	}

	/**
	 * Lets the kernel read the file of an open handle.
	 * @return the backing, or {@code null} if reads have to come as requests
	 */
	public @Nullable Backing open(HandleId handle) {
		Loan loan = this.possible ? this.lending.lend(handle) : null;
		if (loan == null) {
			return null;
		}
		int id = 0;
		try {
			id = register(loan.path(), loan.size());
			return (id > 0) ? new Backing(id, loan) : null;
		}
		finally {
			if (id <= 0) {
				loan.close();
			}
		}
	}

	/** Returns the number for a file, or a negative error number. */
	private int register(Path path, long size) {
		// As programs may open it, so that a disk which cannot do that is not used.
		int file = this.libc.open(NativeText.encode(path.toString()), O_CLOEXEC | OpenFlags.O_DIRECT);
		if (file < 0) {
			return failed(Native.errno());
		}
		try {
			if (this.libc.lseek(file, 0, SEEK_END) != size) {
				// Changed from outside.
				return 0;
			}
			int id = this.libc.ioctl(this.device, OPEN, new int[] { file, 0, 0, 0 });
			return (id > 0) ? id : failed(Native.errno());
		}
		finally {
			this.libc.close(file);
		}
	}

	private int failed(int errno) {
		String reason = PassthroughRefusal.reason(errno);
		if (reason != null) {
			refuse(reason);
		}
		return -errno;
	}

	/**
	 * Ends a backing that no handle has any longer. The kernel keeps the file open for
	 * those who have it mapped.
	 */
	public void close(@Nullable Backing backing) {
		Loan loan = (backing != null) ? backing.loan() : null;
		if (backing != null) {
			close(backing.id());
		}
		if (loan != null) {
			loan.close();
		}
	}

	private void close(int id) {
		if (id > 0 && !this.ended) {
			// Fails only if the connection has ended, and with it the backing.
			this.libc.ioctl(this.device, CLOSE, new int[] { id });
		}
	}

	/**
	 * Leaves all backings to the end of the connection, before its device is closed. What
	 * is lent is given back with the handles.
	 */
	public void end() {
		this.possible = false;
		this.ended = true;
	}

	/**
	 * Counts a handle that programs read without requests.
	 */
	public void opened() {
		this.opens.increment();
	}

	/**
	 * Returns the number of handles that programs have read without requests.
	 */
	public long opens() {
		return this.opens.sum();
	}

	/**
	 * Returns why the kernel reads no local files, {@code null} if it does, or if there
	 * are none to read.
	 */
	public @Nullable String complaint() {
		return this.complaint;
	}

}
