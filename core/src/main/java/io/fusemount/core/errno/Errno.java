package io.fusemount.core.errno;

/**
 * The error numbers that a filesystem operation can end with, with Linux's values. There
 * is no constant for success.
 *
 * @see <a href="https://man7.org/linux/man-pages/man3/errno.3.html">errno(3)</a>
 */
public enum Errno {

	/** Operation not permitted, for any caller. */
	EPERM(1),

	/** No such file or directory. */
	ENOENT(2),

	/** Interrupted system call: the calling program was killed. */
	EINTR(4),

	/** Input/output error: the cause is in the log. */
	EIO(5),

	/** No such device or address: no data or hole at or after this offset. */
	ENXIO(6),

	/** Argument list or value too long. */
	E2BIG(7),

	/** Bad file descriptor. */
	EBADF(9),

	/** Resource temporarily unavailable: try again. */
	EAGAIN(11),

	/** Permission denied to this caller. */
	EACCES(13),

	/** Device or resource busy. */
	EBUSY(16),

	/** File exists. */
	EEXIST(17),

	/** Cross-device link: a rename that would leave its directory. */
	EXDEV(18),

	/** Not a directory. */
	ENOTDIR(20),

	/** Is a directory. */
	EISDIR(21),

	/** Invalid argument. */
	EINVAL(22),

	/** Too many open files in all. */
	ENFILE(23),

	/** Too many open files of this user. */
	EMFILE(24),

	/** File too large, for the mount or for the column that holds it. */
	EFBIG(27),

	/** No space left on device. */
	ENOSPC(28),

	/** Read-only filesystem. */
	EROFS(30),

	/** Numerical result out of range: the buffer is too small for the value. */
	ERANGE(34),
	/** File name too long. */
	ENAMETOOLONG(36),

	/** Function not implemented. */
	ENOSYS(38),

	/** Directory not empty. */
	ENOTEMPTY(39),

	/** No data: the extended attribute does not exist. */
	ENODATA(61),

	/** Value too large for its type. */
	EOVERFLOW(75),

	/** Illegal byte sequence: a name that is not UTF-8. */
	EILSEQ(84),

	/** Operation not supported. */
	EOPNOTSUPP(95),

	/** Transport endpoint is not connected. */
	ENOTCONN(107),

	/** Connection timed out. */
	ETIMEDOUT(110),

	/** Stale file handle: the content changed or vanished since it was opened. */
	ESTALE(116),

	/** Disk quota exceeded. */
	EDQUOT(122);

	private final int code;

	Errno(int code) {
		this.code = code;
	}

	/**
	 * Returns the positive error number.
	 */
	public int code() {
		return this.code;
	}

	/** Whether programs meet it in ordinary use. */
	boolean isExpected() {
		return switch (this) {
			case ENOENT, EINTR, ENXIO, EEXIST, ENOTEMPTY, ENODATA, EOPNOTSUPP, EXDEV, ENOTDIR, EISDIR, ENAMETOOLONG ->
				true;
			default -> false;
		};
	}

	/**
	 * Whether it is an answer about the file, which stays the same if the caller asks
	 * again at once.
	 */
	public boolean isRefusal() {
		return this == EACCES || this == EPERM || this == ENOENT || this == ENOTDIR || this == ESTALE;
	}

}
