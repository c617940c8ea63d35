package io.fusemount.transport.jnr.libfuse;

import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountException.Reason;
import io.fusemount.transport.device.libc.LibC;
import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;
import jnr.ffi.LibraryLoader;
import jnr.ffi.LibraryOption;
import org.jspecify.annotations.Nullable;

/**
 * The loaded libraries, one of each for the whole JVM.
 *
 * @param c the C library
 * @param fuse libfuse 2
 * @param fuseNew the address of the function {@code fuse_new}
 * @param channelNew the address of the function {@code fuse_chan_new}
 */
record Libraries(LibC c, LibFuse fuse, long fuseNew, long channelNew) {

	private static final String LIBFUSE = "libfuse.so.2";

	private static final int RTLD_LAZY = 1;

	/** Not loaded by a class initializer, which could not be retried after a failure. */
	@GuardedBy("Libraries.class")
	private static @Nullable Libraries loaded;

	/**
	 * Returns the libraries. A library that could not be loaded is tried again, because
	 * it may have been installed in the meantime.
	 * @throws MountException {@code NO_LIBFUSE} if libfuse 2 cannot be loaded
	 */
	static synchronized Libraries load() {
		Libraries libraries = loaded;
		if (libraries == null) {
			libraries = new Libraries(Native.libc(), libfuse(), function("fuse_new"), function("fuse_chan_new"));
			loaded = libraries;
		}
		return libraries;
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
	 * Some functions also exist in old versions of libfuse 2.1 or 2.4, which a look-up by
	 * name alone may return.
	 */
	private static long function(String name) {
		long library = Native.libc().dlopen(NativeText.encode(LIBFUSE), RTLD_LAZY);
		long function = Native.libc().dlvsym(library, NativeText.encode(name), NativeText.encode("FUSE_2.6"));
		if (function == 0) {
			throw noLibfuse(new UnsatisfiedLinkError(name + "@FUSE_2.6 is missing"));
		}
		return function;
	}

	private static MountException noLibfuse(UnsatisfiedLinkError failure) {
		// The remaining lines list the places where JNR has looked.
		String reason = String.valueOf(failure.getMessage()).lines().findFirst().orElse("no reason was given");
		return new MountException(Reason.NO_LIBFUSE, "The library libfuse 2 could not be loaded (" + reason + ")",
				failure);
	}

}
