package io.fusemount.transport.jnr.libfuse;

import java.util.Arrays;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Type;

/**
 * A call of a C function by its address.
 */
public final class NativeCall {

	private static final Invoker INVOKER = Invoker.getInstance();

	private static final CallContext FILL_DIRECTORY = words(Type.SINT, 4);

	private static final CallContext CHANNEL_NEW = words(Type.POINTER, 4);

	private static final CallContext FUSE_NEW = words(Type.POINTER, 5);

	private NativeCall() {
	}

	/**
	 * Calls a {@code fuse_fill_dir_t}.
	 * @return whether there was room for the entry
	 */
	public static boolean fillDirectory(long function, long buffer, long name, long stat, long offset) {
		return (int) INVOKER.invokeN4(FILL_DIRECTORY, function, buffer, name, stat, offset) == 0;
	}

	static long fuseNew(long function, long channel, long args, long operations, long size) {
		return INVOKER.invokeN5(FUSE_NEW, function, channel, args, operations, size, 0);
	}

	static long channelNew(long function, long operations, int device, long bufferSize) {
		return INVOKER.invokeN4(CHANNEL_NEW, function, operations, device, bufferSize, 0);
	}

	private static CallContext words(Type result, int parameters) {
		Type[] types = new Type[parameters];
		Arrays.fill(types, Type.POINTER);
		return CallContext.getCallContext(result, types, CallingConvention.DEFAULT, false);
	}

}
