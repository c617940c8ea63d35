package io.fusemount.transport.device.libc;

import java.util.Arrays;
import java.util.Map;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.Type;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Runtime;

/**
 * The C library, loaded once for the whole JVM.
 */
public final class Native {

	/** The native runtime of this platform. */
	public static final Runtime RUNTIME = Runtime.getSystemRuntime();

	private static final int PROT_READ = 1;

	private static final int MAP_SHARED = 1;

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

	/**
	 * Maps a file from its start for reading. JNR's own stub loses the sixth parameter.
	 * @return the address, or -1
	 */
	public static long mapShared(int file, long length) {
		return Invoker.getInstance()
			.invokeN6(MapHolder.SIX_WORDS, MapHolder.MMAP, 0, length, PROT_READ, MAP_SHARED, file, 0);
	}

	private static final class CHolder {

		static final LibC LOADED = LibraryLoader.loadLibrary(LibC.class, Map.of(), "libc.so.6");

	}

	private static final class MapHolder {

		static final long MMAP = Library.getCachedInstance("libc.so.6", Library.LAZY).getSymbolAddress("mmap");

		static final CallContext SIX_WORDS = sixWords();

		private static CallContext sixWords() {
			Type[] types = new Type[6];
			Arrays.fill(types, Type.POINTER);
			return CallContext.getCallContext(Type.POINTER, types, CallingConvention.DEFAULT, false);
		}

	}

}
