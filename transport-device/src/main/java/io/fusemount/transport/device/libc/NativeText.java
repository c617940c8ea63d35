package io.fusemount.transport.device.libc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import com.kenai.jffi.MemoryIO;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;

/**
 * Text between Java and C, always in UTF-8, whatever the default charset of the JVM.
 */
public final class NativeText {

	private static final MemoryIO MEMORY = MemoryIO.getInstance();

	private static final char REPLACEMENT = '\uFFFD';

	private NativeText() {
	}

	/**
	 * Returns the bytes of a C string without the NUL at its end.
	 */
	public static byte[] bytes(long address) {
		return MEMORY.getZeroTerminatedByteArray(address);
	}

	/**
	 * Returns text for a log line. Bytes that are not UTF-8 become replacement
	 * characters.
	 */
	public static String describe(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	/**
	 * Returns the text of these bytes.
	 * @throws ErrnoException {@code EILSEQ} if they are not UTF-8
	 */
	public static String decode(byte[] bytes) {
		return requireValid(describe(bytes), bytes);
	}

	/**
	 * Returns the text if it represents the bytes exactly. Only text with a replacement
	 * character needs a second check, because the character may be part of the name.
	 * @param text the result of {@link #describe} for the bytes
	 * @throws ErrnoException {@code EILSEQ} if they are not UTF-8
	 */
	public static String requireValid(String text, byte[] bytes) {
		if (text.indexOf(REPLACEMENT) >= 0 && !Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8))) {
			throw new ErrnoException(Errno.EILSEQ, "The name is not UTF-8: '" + text + "'");
		}
		return text;
	}

	/**
	 * Returns the text as a C string, with the NUL at its end.
	 */
	public static byte[] encode(String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		return Arrays.copyOf(bytes, bytes.length + 1);
	}

	/**
	 * Returns an array of C strings that ends with a null pointer, in one piece of memory
	 * that lives as long as the result.
	 */
	public static Pointer array(Runtime runtime, List<String> texts) {
		int table = (texts.size() + 1) * Long.BYTES;
		int size = table + texts.stream().mapToInt((text) -> encode(text).length).sum();
		Pointer memory = Memory.allocateDirect(runtime, size, true);
		int offset = table;
		for (int i = 0; i < texts.size(); i++) {
			byte[] text = encode(texts.get(i));
			memory.put(offset, text, 0, text.length);
			memory.putLong((long) i * Long.BYTES, memory.address() + offset);
			offset += text.length;
		}
		return memory;
	}

}
