package io.fusemount.transport.jnr.libfuse;

import java.util.Map;

import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import jnr.constants.platform.Errno;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import jnr.ffi.Runtime;

/**
 * The loaded libraries, one of each for the whole JVM.
 *
 * @param c the C library
 * @param fuse libfuse 2
 * @param fuseNew the address of the function {@code fuse_new}
 * @param channelNew the address of the function {@code fuse_chan_new}
 */
record Native(LibC c, LibFuse fuse, long fuseNew, long channelNew) {

	static final Runtime RUNTIME = Runtime.getSystemRuntime();

	private static final String LIBFUSE = "libfuse.so.2";

	private static final int RTLD_LAZY = 1;

	/**
	 * Returns the libraries.
	 * @throws MountException {@code NO_LIBFUSE} if libfuse 2 can not be loaded
	 */
	static Native load() {
		try {
			return Holder.LOADED;
		}
		catch (ExceptionInInitializerError | NoClassDefFoundError ex) {
			throw noLibfuse((ex.getCause() != null) ? ex.getCause() : ex);
		}
	}

	/**
	 * Returns the C library alone.
	 */
	static LibC libc() {
		return CHolder.LOADED;
	}

	/**
	 * Returns the error number that the last call on this thread left.
	 */
	static int errno() {
		return LastError.getLastError(RUNTIME);
	}

	/**
	 * Returns an error number in words.
	 */
	static String describe(int errno) {
		return Errno.valueOf(errno).description();
	}

	private static MountException noLibfuse(Throwable cause) {
		return new MountException(Reason.NO_LIBFUSE,
				"The library " + LIBFUSE + " could not be loaded (" + cause.getMessage()
						+ "). Install libfuse 2: package libfuse2 on Debian and Ubuntu (libfuse2t64 from Ubuntu 24.04"
						+ " on), fuse-libs on Fedora and RHEL, fuse2 on Arch",
				cause);
	}

	private static final class CHolder {

		static final LibC LOADED = LibraryLoader.loadLibrary(LibC.class, Map.of(), "libc.so.6");

	}

	private static final class Holder {

		static final Native LOADED = loadAll();

		private static Native loadAll() {
			LibFuse fuse = LibraryLoader.loadLibrary(LibFuse.class, Map.of(LibraryOption.LoadNow, true), LIBFUSE);
			return new Native(libc(), fuse, function("fuse_new"), function("fuse_chan_new"));
		}

		/**
		 * Some functions also exist as symbols of libfuse 2.1 or 2.4 days, and those are
		 * what a look-up by name alone may return.
		 */
		private static long function(String name) {
			long library = libc().dlopen(NativeText.encode(LIBFUSE), RTLD_LAZY);
			long function = libc().dlvsym(library, NativeText.encode(name), NativeText.encode("FUSE_2.6"));
			if (function == 0) {
				throw new UnsatisfiedLinkError(name + "@FUSE_2.6 is missing");
			}
			return function;
		}

	}

}
