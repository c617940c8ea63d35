package io.fusemount.transport.device.libc;

import java.util.Map;

import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;

/**
 * The C library, loaded once for the whole JVM.
 */
public final class Native {

	/** The native runtime of this platform. */
	public static final Runtime RUNTIME = Runtime.getSystemRuntime();

	private Native() {
	}

	/**
	 * Returns the C library.
	 */
	public static LibC libc() {
		return CHolder.LOADED;
	}

	/**
	 * Returns the error number of the last call on this thread.
	 */
	public static int errno() {
		return LastError.getLastError(RUNTIME);
	}

	/**
	 * Returns the description of an error number.
	 */
	public static String describe(int errno) {
		return NativeText.describe(NativeText.bytes(libc().strerror(errno)));
	}

	private static final class CHolder {

		static final LibC LOADED = LibraryLoader.loadLibrary(LibC.class, Map.of(), "libc.so.6");

	}

}
