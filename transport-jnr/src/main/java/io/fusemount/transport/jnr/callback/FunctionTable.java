package io.fusemount.transport.jnr.callback;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.operation.Operation;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/**
 * A {@code struct fuse_operations}: the functions that libfuse calls for each operation.
 * libfuse answers operations without a function with {@code ENOSYS}.
 */
final class FunctionTable {

	/** {@code sizeof(struct fuse_operations)} of libfuse 2.9 on 64-bit systems. */
	static final int SIZE = 45 * Long.BYTES;

	private static final int INIT = 29;

	private static final int READ_BUF = 42;

	private static final int FLAGS = 38;

	/** Operations on handles need no path, so libfuse does not look it up. */
	private static final int FLAG_NO_PATH = 1 | 1 << 1;

	/** {@code UTIME_NOW} and {@code UTIME_OMIT} are passed on unchanged. */
	private static final int FLAG_UTIME_OMIT = 1 << 2;

	private final Runtime runtime = Runtime.getSystemRuntime();

	private final Pointer memory = Memory.allocateDirect(this.runtime, SIZE, true);

	/** JNR holds callbacks weakly: a collected one would answer 0, success. */
	private final List<Object> registered = new ArrayList<>();

	FunctionTable() {
		this.memory.putInt((long) FLAGS * Long.BYTES, FLAG_NO_PATH | FLAG_UTIME_OMIT);
	}

	Pointer memory() {
		return this.memory;
	}

	void p(Operation operation, NativeFunction.P function) {
		put(index(operation), NativeFunction.P.class, NativeFunction.P.guarded(function));
	}

	void pp(Operation operation, NativeFunction.PP function) {
		put(index(operation), NativeFunction.PP.class, NativeFunction.PP.guarded(function));
	}

	void ppp(Operation operation, NativeFunction.PPP function) {
		put(index(operation), NativeFunction.PPP.class, NativeFunction.PPP.guarded(function));
	}

	void pppp(Operation operation, NativeFunction.PPPP function) {
		put(index(operation), NativeFunction.PPPP.class, NativeFunction.PPPP.guarded(function));
	}

	void ppppp(Operation operation, NativeFunction.PPPPP function) {
		put(index(operation), NativeFunction.PPPPP.class, NativeFunction.PPPPP.guarded(function));
	}

	void pi(Operation operation, NativeFunction.PI function) {
		put(index(operation), NativeFunction.PI.class, NativeFunction.PI.guarded(function));
	}

	void pii(Operation operation, NativeFunction.PII function) {
		put(index(operation), NativeFunction.PII.class, NativeFunction.PII.guarded(function));
	}

	void pip(Operation operation, NativeFunction.PIP function) {
		put(index(operation), NativeFunction.PIP.class, NativeFunction.PIP.guarded(function));
	}

	void ppppi(Operation operation, NativeFunction.PPPPI function) {
		put(index(operation), NativeFunction.PPPPI.class, NativeFunction.PPPPI.guarded(function));
	}

	void pippp(Operation operation, NativeFunction.PIPPP function) {
		put(index(operation), NativeFunction.PIPPP.class, NativeFunction.PIPPP.guarded(function));
	}

	/** {@code read_buf}, which libfuse calls instead of {@code read}. */
	void readBuffer(NativeFunction.PPPPP function) {
		put(READ_BUF, NativeFunction.PPPPP.class, NativeFunction.PPPPP.guarded(function));
	}

	void init(NativeFunction.P function) {
		put(INIT, NativeFunction.P.class, NativeFunction.P.guarded(function));
	}

	private <T> void put(int index, Class<T> shape, T function) {
		Pointer pointer = this.runtime.getClosureManager().getClosurePointer(shape, function);
		this.registered.add(function);
		this.registered.add(pointer);
		this.memory.putPointer((long) index * Long.BYTES, pointer);
	}

	/** Returns the position in the struct, counted in pointers. */
	private static int index(Operation operation) {
		return switch (operation) {
			// libfuse requests attributes instead, and the kernel treats every file as
			// data.
			case LOOKUP, LSEEK -> throw new IllegalArgumentException("libfuse has no function for it");
			case GETATTR -> 0;
			case READLINK -> 1;
			case MKNOD -> 3;
			case MKDIR -> 4;
			case UNLINK -> 5;
			case RMDIR -> 6;
			case SYMLINK -> 7;
			case RENAME -> 8;
			case LINK -> 9;
			case CHMOD -> 10;
			case CHOWN -> 11;
			case TRUNCATE -> 12;
			case OPEN -> 14;
			case READ -> 15;
			case WRITE -> 16;
			case STATFS -> 17;
			case FLUSH -> 18;
			case RELEASE -> 19;
			case FSYNC -> 20;
			case SETXATTR -> 21;
			case GETXATTR -> 22;
			case LISTXATTR -> 23;
			case REMOVEXATTR -> 24;
			case OPENDIR -> 25;
			case READDIR -> 26;
			case RELEASEDIR -> 27;
			case FSYNCDIR -> 28;
			case ACCESS -> 31;
			case CREATE -> 32;
			case FTRUNCATE -> 33;
			case FGETATTR -> 34;
			case UTIMENS -> 36;
			case FALLOCATE -> 44;
		};
	}

}
