package io.fusemount.bench.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.Struct;
import ru.serce.jnrfuse.ErrorCodes;
import ru.serce.jnrfuse.struct.FileStat;

/**
 * A process that mounts the null filesystem with libfuse 2 by callbacks of JNA, until its
 * input ends. Threads of libfuse stay attached to the JVM, which JNA does not do by
 * itself, and attributes are written to libfuse's memory without a structure of JNA's.
 */
public final class JnaServer {

	/** The places of functions in {@code struct fuse_operations}. */
	private static final int GETATTR = 0;

	private static final int OPEN = 14;

	private static final int READ = 15;

	/** {@code sizeof(struct fuse_operations)} of libfuse 2.9, in pointers. */
	private static final int OPERATIONS = 45;

	private final byte[] zeros = new byte[1 << 20];

	/** Only the places of its members are used. */
	private final FileStat layout = new FileStat(Runtime.getSystemRuntime());

	/** Referenced as long as libfuse may call them. */
	private final List<Callback> callbacks = List.of((GetAttributes) this::attributes, (Open) (path, info) -> 0,
			(Read) this::read);

	private JnaServer() {
	}

	public static void main(String[] arguments) throws IOException, InterruptedException {
		Path mountPoint = Path.of(arguments[0]);
		JnaServer server = new JnaServer();
		Thread thread = new Thread(() -> server.serve(mountPoint), "libfuse");
		thread.start();
		System.in.transferTo(OutputStream.nullOutputStream());
		// Does nothing if it is unmounted already.
		new ProcessBuilder("fusermount", "-uz", mountPoint.toString()).redirectError(ProcessBuilder.Redirect.DISCARD)
			.start()
			.waitFor();
		thread.join();
	}

	private void serve(Path mountPoint) {
		Memory operations = new Memory((long) OPERATIONS * Native.POINTER_SIZE);
		operations.clear();
		List<Integer> places = List.of(GETATTR, OPEN, READ);
		for (int i = 0; i < places.size(); i++) {
			Native.setCallbackThreadInitializer(this.callbacks.get(i), new CallbackThreadInitializer(true, false));
			operations.setPointer((long) places.get(i) * Native.POINTER_SIZE,
					CallbackReference.getFunctionPointer(this.callbacks.get(i)));
		}
		String[] options = { "null", "-f", "-o", "ro", mountPoint.toString() };
		Native.load("libfuse.so.2", LibFuse.class)
			.fuse_main_real(options.length, options, operations, operations.size(), Pointer.NULL);
	}

	private int attributes(String path, Pointer stat) {
		stat.clear(Struct.size(this.layout));
		if (path.equals("/")) {
			return attributes(stat, FileStat.S_IFDIR | 0755, 2, 0);
		}
		if (path.equals("/" + Zeros.NAME)) {
			return attributes(stat, FileStat.S_IFREG | 0444, 1, Zeros.SIZE);
		}
		return -ErrorCodes.ENOENT();
	}

	private int attributes(Pointer stat, int mode, int links, long size) {
		stat.setInt(this.layout.st_mode.offset(), mode);
		stat.setInt(this.layout.st_nlink.offset(), links);
		stat.setLong(this.layout.st_size.offset(), size);
		return 0;
	}

	private int read(String path, Pointer buffer, long size, long offset, Pointer info) {
		int length = Zeros.length(offset, size);
		buffer.write(0, this.zeros, 0, length);
		return length;
	}

	/** The function behind the macro {@code fuse_main}. */
	interface LibFuse extends Library {

		int fuse_main_real(int count, String[] options, Pointer operations, long size, Pointer data);

	}

	/** {@code getattr}. */
	@FunctionalInterface
	interface GetAttributes extends Callback {

		int invoke(String path, Pointer stat);

	}

	/** {@code open}. */
	@FunctionalInterface
	interface Open extends Callback {

		int invoke(String path, Pointer info);

	}

	/** {@code read}. */
	@FunctionalInterface
	interface Read extends Callback {

		int invoke(String path, Pointer buffer, long size, long offset, Pointer info);

	}

}
