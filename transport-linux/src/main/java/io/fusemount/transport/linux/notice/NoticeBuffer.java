package io.fusemount.transport.linux.notice;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.kenai.jffi.MemoryIO;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.protocol.FuseProtocol;

/**
 * Notices in the format of the kernel, one after the other. Not thread-safe.
 */
public final class NoticeBuffer {

	private static final int MESSAGE = FuseProtocol.VECTOR_SIZE;

	private static final int BODY = MESSAGE + FuseProtocol.OUT_HEADER_SIZE;

	/** Leaves the pages alone. */
	private static final long NO_PAGES = -1;

	private final ByteBuffer bytes = ByteBuffer
		.allocateDirect(BODY + FuseProtocol.PRUNE_SIZE + Notifier.MAX_FORGOTTEN * Long.BYTES)
		.order(ByteOrder.nativeOrder());

	private final long address = MemoryIO.getInstance().getDirectBufferAddress(this.bytes);

	/**
	 * Notifies the kernel immediately that the attributes of a node have changed. The
	 * call does not wait if the node is in use.
	 */
	public void attributes(LibC libc, int device, long node) {
		send(libc, device, new Notice.Attributes(node));
	}

	/**
	 * Sends a notice.
	 * @return 0, or a negative error number
	 */
	int send(LibC libc, int device, Notice notice) {
		this.bytes.limit(this.bytes.capacity()).position(BODY);
		int code = write(notice);
		int end = this.bytes.position();
		this.bytes.putLong(0, this.address + MESSAGE).putLong(Long.BYTES, end - MESSAGE);
		this.bytes.putInt(MESSAGE, end - MESSAGE)
			.putInt(MESSAGE + FuseProtocol.OUT_ERROR, code)
			.putLong(MESSAGE + FuseProtocol.OUT_UNIQUE, 0);
		return (libc.writev(device, this.address, 1) < 0) ? -Native.errno() : 0;
	}

	private int write(Notice notice) {
		if (notice instanceof Notice.Attributes attributes) {
			this.bytes.putLong(attributes.node()).putLong(NO_PAGES).putLong(0);
			return FuseProtocol.NOTIFY_INVAL_INODE;
		}
		if (notice instanceof Notice.Names) {
			return FuseProtocol.NOTIFY_INC_EPOCH;
		}
		long[] nodes = ((Notice.Forget) notice).nodes();
		this.bytes.putInt(nodes.length).putInt(0).putLong(0);
		for (long node : nodes) {
			this.bytes.putLong(node);
		}
		return FuseProtocol.NOTIFY_PRUNE;
	}

}
