package io.fusemount.transport.jnr.libfuse;

import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import jnr.constants.platform.Errno;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import jnr.ffi.Runtime;
import org.jspecify.annotations.Nullable;

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

	/** Not loaded by a class initializer: that fails once and for all. */
	@GuardedBy("Native.class")
	private static @Nullable Native loaded;

	/**
	 * Returns the libraries. What could not be loaded is tried again: it may have been
	 * installed meanwhile.
	 * @throws MountException {@code NO_LIBFUSE} if libfuse 2 cannot be loaded
	 */
	static synchronized Native load() {
		Native natives = loaded;
		if (natives == null) {
			natives = new Native(libc(), libfuse(), function("fuse_new"), function("fuse_chan_new"));
			loaded = natives;
		}
		return natives;
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

	private static LibFuse libfuse() {
		try {
			return LibraryLoader.loadLibrary(LibFuse.class, Map.of(LibraryOption.LoadNow, true), LIBFUSE);
		}
		catch (UnsatisfiedLinkError ex) {
			throw noLibfuse(ex);
		}
	}

	/**
	 * Some functions also exist as symbols of libfuse 2.1 or 2.4 days, and those are what
	 * a look-up by name alone may return.
	 */
	private static long function(String name) {
		long library = libc().dlopen(NativeText.encode(LIBFUSE), RTLD_LAZY);
		long function = libc().dlvsym(library, NativeText.encode(name), NativeText.encode("FUSE_2.6"));
		if (function == 0) {
			throw noLibfuse(new UnsatisfiedLinkError(name + "@FUSE_2.6 is missing"));
		}
		return function;
	}

	private static MountException noLibfuse(UnsatisfiedLinkError failure) {
		// What follows is where JNR has looked.
		String reason = String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason was given");
		return new MountException(Reason.NO_LIBFUSE, "The library libfuse 2 could not be loaded (" + reason + ")",
				failure);
	}

	private static final class CHolder {

		static final LibC LOADED = LibraryLoader.loadLibrary(LibC.class, Map.of(), "libc.so.6");

	}

}
