package io.fusemount.transport.linux.crash;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.handover.Notebook;
import io.fusemount.transport.device.store.LastingMemory;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a mount that outlives the process: the notebook, and the buffers into
 * which the kernel writes the requests, so that those in progress are found there after a
 * crash.
 */
public final class CrashMemory implements AutoCloseable {

	/** Notes of all nodes that the kernel may remember, twice. */
	private static final int NOTEBOOK = 256 << 20;

	private static final int PAGE = 1 << 16;

	private final LastingMemory memory;

	private final Notebook notebook;

	private final RequestSlots slots;

	private CrashMemory(LastingMemory memory, Notebook notebook, RequestSlots slots) {
		this.memory = memory;
		this.notebook = notebook;
		this.slots = slots;
	}

	/**
	 * Creates the memory.
	 * @param mount the name of the mount
	 * @param threads the number of threads that may serve requests
	 * @param requestSize the size of the largest request in bytes
	 * @throws IOException if there is none, in words
	 */
	public static CrashMemory create(String mount, int threads, int requestSize) throws IOException {
		LastingMemory memory = LastingMemory.create("fusemount-" + mount);
		try {
			List<ByteBuffer> buffers = new ArrayList<>();
			int size = slotSize(requestSize);
			for (int i = 0; i < threads; i++) {
				buffers.add(memory.map(NOTEBOOK + (long) i * size, size));
			}
			Notebook notebook = Notebook.begin(memory.map(0, NOTEBOOK));
			return new CrashMemory(memory, notebook, new RequestSlots(buffers));
		}
		catch (IOException | RuntimeException ex) {
			memory.close();
			throw ex;
		}
	}

	/** Whatever the size of a page is. */
	private static int slotSize(int requestSize) {
		return (requestSize + PAGE - 1) & -PAGE;
	}

	/**
	 * Returns the notebook.
	 */
	public Notebook notebook() {
		return this.notebook;
	}

	/**
	 * Returns the buffers for requests.
	 */
	public RequestSlots slots() {
		return this.slots;
	}

	/**
	 * Returns the descriptor for the next process.
	 */
	public int descriptor() {
		return this.memory.descriptor();
	}

	/**
	 * Reads what a process has left that has crashed.
	 * @param descriptor the descriptor of its memory, which is closed
	 * @param requestSize the size of the largest request in bytes
	 * @param device the open device of the mount
	 * @return what was left, {@code null} if it is of no use
	 */
	static @Nullable Remains read(int descriptor, int requestSize, int device) {
		try (LastingMemory memory = LastingMemory.of(descriptor)) {
			long size = memory.size();
			Notebook.Contents contents = (size >= NOTEBOOK) ? Notebook.read(memory.map(0, NOTEBOOK)) : null;
			if (contents == null) {
				return null;
			}
			int slot = slotSize(requestSize);
			List<ByteBuffer> buffers = new ArrayList<>();
			for (long at = NOTEBOOK; at + slot <= size; at += slot) {
				buffers.add(memory.map(at, slot));
			}
			return Remains.of(contents, buffers, device);
		}
		catch (IOException | RuntimeException ex) {
			// Each start would fail for the same reason.
			return null;
		}
	}

	/**
	 * Closes the descriptor; the memory stays while it is in use or kept.
	 */
	@Override
	public void close() {
		this.memory.close();
	}

}
