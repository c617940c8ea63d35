package io.fusemount.transport.device.protocol;

/**
 * The numbers of the kernel's protocol, and the positions in its messages that every
 * transport knows. Names and values are those of {@code linux/fuse.h}, which never
 * change. Positions are in bytes from the start of a message.
 */
public final class FuseProtocol {

	/** The opcodes of requests. */
	public static final int LOOKUP = 1;

	public static final int FORGET = 2;

	public static final int GETATTR = 3;

	public static final int SETATTR = 4;

	public static final int READLINK = 5;

	public static final int SYMLINK = 6;

	public static final int MKNOD = 8;

	public static final int MKDIR = 9;

	public static final int UNLINK = 10;

	public static final int RMDIR = 11;

	public static final int RENAME = 12;

	public static final int LINK = 13;

	public static final int OPEN = 14;

	public static final int READ = 15;

	public static final int WRITE = 16;

	public static final int STATFS = 17;

	public static final int RELEASE = 18;

	public static final int FSYNC = 20;

	public static final int SETXATTR = 21;

	public static final int GETXATTR = 22;

	public static final int LISTXATTR = 23;

	public static final int REMOVEXATTR = 24;

	public static final int FLUSH = 25;

	public static final int INIT = 26;

	public static final int OPENDIR = 27;

	public static final int READDIR = 28;

	public static final int RELEASEDIR = 29;

	public static final int FSYNCDIR = 30;

	public static final int ACCESS = 34;

	public static final int CREATE = 35;

	public static final int INTERRUPT = 36;

	public static final int DESTROY = 38;

	public static final int BATCH_FORGET = 42;

	public static final int FALLOCATE = 43;

	public static final int READDIRPLUS = 44;

	public static final int RENAME2 = 45;

	public static final int LSEEK = 46;

	public static final int STATX = 52;

	/** Notifications to the kernel. */
	public static final int NOTIFY_INVAL_INODE = 2;

	public static final int NOTIFY_INC_EPOCH = 8;

	public static final int NOTIFY_PRUNE = 9;

	/** The node of the root. */
	public static final long ROOT = 1;

	/** The {@code struct fuse_in_header} with which each request begins. */
	public static final int IN_LENGTH = 0;

	public static final int IN_OPCODE = 4;

	public static final int IN_UNIQUE = 8;

	public static final int IN_NODE = 16;

	public static final int IN_UID = 24;

	public static final int IN_GID = 28;

	public static final int IN_PID = 32;

	public static final int IN_HEADER_SIZE = 40;

	/** The {@code struct fuse_read_in}. */
	public static final int READ_HANDLE = IN_HEADER_SIZE;

	public static final int READ_OFFSET = IN_HEADER_SIZE + 8;

	public static final int READ_SIZE = IN_HEADER_SIZE + 16;

	/** A rename has the number of the new directory before the two names. */
	public static final int RENAME_NAMES = IN_HEADER_SIZE + 8;

	/** The {@code struct fuse_out_header} with which each answer begins. */
	public static final int OUT_ERROR = 4;

	public static final int OUT_UNIQUE = 8;

	public static final int OUT_HEADER_SIZE = 16;

	/** The {@code struct fuse_notify_prune_out}. */
	public static final int PRUNE_SIZE = 16;

	/** The {@code struct iovec} that describes the pieces of a message. */
	public static final int VECTOR_SIZE = 16;

	private FuseProtocol() {
	}

}
