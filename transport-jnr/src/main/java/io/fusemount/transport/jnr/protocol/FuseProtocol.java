package io.fusemount.transport.jnr.protocol;

/**
 * The numbers and places of the kernel's protocol that this transport reads and writes
 * itself; the rest is libfuse's. Names and values are those of {@code linux/fuse.h},
 * which stay as they are. Places are in bytes from the start of a message.
 */
public final class FuseProtocol {

	/** The opcodes of requests. */
	public static final int LOOKUP = 1;

	public static final int GETATTR = 3;

	public static final int SETATTR = 4;

	public static final int MKNOD = 8;

	public static final int UNLINK = 10;

	public static final int RENAME = 12;

	public static final int OPEN = 14;

	public static final int READ = 15;

	public static final int CREATE = 35;

	/** What the kernel is told without having asked. */
	public static final int NOTIFY_PRUNE = 9;

	/** Of {@code struct fuse_in_header}, with which each request begins. */
	public static final int IN_LENGTH = 0;

	public static final int IN_OPCODE = 4;

	public static final int IN_UNIQUE = 8;

	public static final int IN_NODE = 16;

	public static final int IN_UID = 24;

	public static final int IN_GID = 28;

	public static final int IN_PID = 32;

	public static final int IN_HEADER_SIZE = 40;

	/** Of {@code struct fuse_read_in}. */
	public static final int READ_HANDLE = IN_HEADER_SIZE;

	public static final int READ_OFFSET = IN_HEADER_SIZE + 8;

	public static final int READ_SIZE = IN_HEADER_SIZE + 16;

	/** A rename has the number of the new directory before the two names. */
	public static final int RENAME_NAMES = IN_HEADER_SIZE + 8;

	/** Of {@code struct fuse_out_header}, with which each answer begins. */
	public static final int OUT_ERROR = 4;

	public static final int OUT_UNIQUE = 8;

	public static final int OUT_HEADER_SIZE = 16;

	/** Of {@code struct fuse_notify_prune_out}. */
	public static final int PRUNE_SIZE = 16;

	/** Of {@code struct iovec}, in which the pieces of a message are given. */
	public static final int VECTOR_SIZE = 16;

	private FuseProtocol() {
	}

}
