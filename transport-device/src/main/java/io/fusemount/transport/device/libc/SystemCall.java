package io.fusemount.transport.device.libc;

import java.util.Arrays;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Library;
import com.kenai.jffi.Type;

/**
 * Functions of the C library with six parameters, of which JNR's own stubs lose the last
 * one, and system calls that the C library has no function for.
 */
public final class SystemCall {

	private static final int PROT_READ = 1;

	private static final int PROT_WRITE = 2;

	private static final int MAP_SHARED = 1;

	private static final int MAP_PRIVATE = 2;

	private static final int MAP_ANONYMOUS = 0x20;

	private static final int MAP_NORESERVE = 0x4000;

	private static final int MAP_POPULATE = 0x8000;

	private static final Library LIBRARY = Library.getCachedInstance("libc.so.6", Library.LAZY);

	private static final long MMAP = LIBRARY.getSymbolAddress("mmap");

	private static final long SYSCALL = LIBRARY.getSymbolAddress("syscall");

	private static final CallContext SIX_WORDS = sixWords();

	private SystemCall() {
	}

	private static CallContext sixWords() {
		Type[] types = new Type[6];
		Arrays.fill(types, Type.POINTER);
		return CallContext.getCallContext(Type.POINTER, types, CallingConvention.DEFAULT, true);
	}

	/**
	 * Maps a file from its start for reading.
	 * @return the address, or -1
	 */
	public static long mapForReading(int file, long length) {
		return Invoker.getInstance().invokeN6(SIX_WORDS, MMAP, 0, length, PROT_READ, MAP_SHARED, file, 0);
	}

	/**
	 * Maps memory that is shared with the kernel.
	 * @return the address, or -1
	 */
	public static long mapForWriting(int file, long length, long offset) {
		return Invoker.getInstance()
			.invokeN6(SIX_WORDS, MMAP, 0, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, offset);
	}

	/**
	 * Maps memory of which no page is taken before it is used.
	 * @return the address, the start of a page, or -1
	 */
	public static long mapMemory(long length) {
		return Invoker.getInstance()
			.invokeN6(SIX_WORDS, MMAP, 0, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
					-1, 0);
	}

	/**
	 * Calls the kernel.
	 * @param number the number of the system call, the same on all 64-bit machines for
	 * those that are newer than Linux 5.1
	 * @return its result, or a negative error number
	 */
	public static int call(int number, long first, long second, long third, long fourth) {
		int result = (int) Invoker.getInstance().invokeN6(SIX_WORDS, SYSCALL, number, first, second, third, fourth, 0);
		return (result < 0) ? -Native.errno() : result;
	}

}
