package io.fusemount.transport.device.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.fusemount.transport.device.libc.Native;
import io.fusemount.transport.device.libc.NativeText;

/**
 * Memory that outlives the process if its descriptor is kept: a file without a directory,
 * see {@code memfd_create(2)}. A page is taken when it is first written to.
 */
public final class LastingMemory implements AutoCloseable {

	private static final int MFD_CLOEXEC = 1;

	private final int descriptor;

	private LastingMemory(int descriptor) {
		this.descriptor = descriptor;
	}

	/**
	 * Creates memory of zeros.
	 * @param name a name for people, who find it in {@code /proc}
	 * @throws IOException if there is none, in words
	 */
	public static LastingMemory create(String name) throws IOException {
		try {
			int descriptor = Native.libc().memfd_create(NativeText.encode(name), MFD_CLOEXEC);
			if (descriptor < 0) {
				throw new IOException("No memory that outlives the process: " + Native.describe(Native.errno()));
			}
			return new LastingMemory(descriptor);
		}
		catch (UnsatisfiedLinkError ex) {
			throw new IOException("The C library has no memfd_create (glibc 2.27)", ex);
		}
	}

	/**
	 * Returns the memory of an earlier process.
	 * @param descriptor its descriptor, which belongs to the result
	 */
	public static LastingMemory of(int descriptor) {
		return new LastingMemory(descriptor);
	}

	/**
	 * Maps a part of the memory, which grows if that is necessary. The part stays mapped
	 * as long as the result is reachable.
	 * @param position the start, a multiple of the size of a page
	 */
	public ByteBuffer map(long position, int length) throws IOException {
		try (FileChannel channel = open()) {
			return channel.map(MapMode.READ_WRITE, position, length);
		}
	}

	/**
	 * Returns the size in bytes.
	 */
	public long size() throws IOException {
		try (FileChannel channel = open()) {
			return channel.size();
		}
	}

	private FileChannel open() throws IOException {
		return FileChannel.open(Path.of("/proc/self/fd", Integer.toString(this.descriptor)), StandardOpenOption.READ,
				StandardOpenOption.WRITE);
	}

	/**
	 * Returns the descriptor.
	 */
	public int descriptor() {
		return this.descriptor;
	}

	/**
	 * Closes the descriptor. What is mapped stays.
	 */
	@Override
	public void close() {
		Native.libc().close(this.descriptor);
	}

}
