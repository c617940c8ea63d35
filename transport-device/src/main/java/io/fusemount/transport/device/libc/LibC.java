package io.fusemount.transport.device.libc;

import jnr.ffi.Pointer;
import jnr.ffi.annotations.IgnoreError;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import jnr.ffi.types.size_t;
import jnr.ffi.types.ssize_t;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the C library that mounting, and the users of a mount, need. Text is
 * passed as bytes, because JNR would encode it with the default charset of the JVM.
 * Public because JNR implements the interface in a class loader of its own.
 */
public interface LibC {

	@size_t
	long dlopen(@In byte[] file, int flags);

	@size_t
	long dlvsym(@size_t long library, @In byte[] symbol, @In byte[] version);

	int umount2(@In byte[] target, int flags);

	int open(@In byte[] path, int flags);

	int close(int fd);

	int fstatfs(int fd, @Out byte[] status);

	int flock(int fd, int operation);

	@IgnoreError
	@size_t
	long malloc(@size_t long size);

	int fcntl(int fd, int command, int argument);

	int ioctl(int fd, @size_t long request, @In int[] argument);

	int poll(Pointer descriptors, @size_t long count, int timeout);

	int pipe2(@Out int[] fds, int flags);

	int socket(int domain, int type, int protocol);

	int bind(int socket, @In byte[] address, int length);

	int listen(int socket, int backlog);

	int accept4(int socket, @Nullable Pointer address, @Nullable Pointer length, int flags);

	int connect(int socket, @In byte[] address, int length);

	int shutdown(int socket, int how);

	int getsockopt(int socket, int level, int option, @Out int[] value, @In @Out int[] length);

	@IgnoreError
	int geteuid();

	int socketpair(int domain, int type, int protocol, @Out int[] fds);

	@ssize_t
	long sendmsg(int socket, Pointer message, int flags);

	@ssize_t
	long recvmsg(int socket, Pointer message, int flags);

	@ssize_t
	long read(int fd, @Out byte[] buffer, @size_t long size);

	@ssize_t
	long read(int fd, @size_t long buffer, @size_t long size);

	@ssize_t
	long pread(int fd, @size_t long buffer, @size_t long size, long offset);

	@ssize_t
	long write(int fd, @size_t long buffer, @size_t long size);

	int eventfd(int value, int flags);

	/** Since glibc 2.27. */
	int memfd_create(@In byte[] name, int flags);

	@IgnoreError
	long lseek(int fd, long offset, int whence);

	@IgnoreError
	int madvise(@size_t long address, @size_t long length, int advice);

	@IgnoreError
	int munmap(@size_t long address, @size_t long length);

	@ssize_t
	long writev(int fd, @size_t long vector, int count);

	@IgnoreError
	@size_t
	long strerror(int errno);

	/** Returns the error number. */
	@IgnoreError
	int getpwuid_r(int uid, Pointer user, Pointer text, @size_t long size, Pointer result);

	/** Returns the error number. */
	@IgnoreError
	int getgrgid_r(int gid, Pointer group, Pointer text, @size_t long size, Pointer result);

	/** Returns the error number. */
	@IgnoreError
	int getpwnam_r(@In byte[] name, Pointer user, Pointer text, @size_t long size, Pointer result);

	/** Returns the error number. */
	@IgnoreError
	int getgrnam_r(@In byte[] name, Pointer group, Pointer text, @size_t long size, Pointer result);

	@IgnoreError
	int getgrouplist(@In byte[] user, int gid, @Out int[] groups, @In @Out int[] count);

	int kill(int pid, int signal);

	int waitpid(int pid, @Out int[] status, int options);

	int posix_spawn_file_actions_init(Pointer actions);

	int posix_spawn_file_actions_destroy(Pointer actions);

	int posix_spawn_file_actions_adddup2(Pointer actions, int fd, int newFd);

	int posix_spawn_file_actions_addclose(Pointer actions, int fd);

	int posix_spawn_file_actions_addclosefrom_np(Pointer actions, int from);

	int posix_spawnp(@Out int[] pid, @In byte[] file, Pointer actions, Pointer attributes, Pointer arguments,
			Pointer environment);

}
