package io.fusemount.transport.linux.crash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.handover.NoteWriter;
import io.fusemount.core.handover.Notebook;
import io.fusemount.core.handover.Notebook.Kind;
import io.fusemount.transport.device.protocol.FuseProtocol;
import org.jspecify.annotations.Nullable;

/**
 * What a process has left that has crashed: its notes, and the requests that it had taken
 * and not answered. What it had written down for a request that it did not answer, such
 * as the handle of an open, no program knows, so that does not count; the request is
 * served again.
 */
public final class Remains {

	private final Notebook.Contents contents;

	/** By their numbers. */
	private final Map<Long, byte[]> requests;

	private Remains(Notebook.Contents contents, Map<Long, byte[]> requests) {
		this.contents = contents;
		this.requests = requests;
	}

	/**
	 * Reads what a process has left that has crashed.
	 * @param memory the descriptor of its memory, which is closed; {@code null} if there
	 * is none
	 * @param requestSize the size of the largest request in bytes
	 * @param device the open device of the mount
	 * @return what was left, {@code null} if it is of no use
	 */
	public static @Nullable Remains read(@Nullable Integer memory, int requestSize, int device) {
		return (memory != null) ? CrashMemory.read(memory, requestSize, device) : null;
	}

	static Remains of(Notebook.Contents contents, List<ByteBuffer> buffers, int device) {
		Map<Long, byte[]> requests = new LinkedHashMap<>();
		contents.of(Kind.REQUEST).values().forEach((note) -> add(new NoteReader(note).bytes(), device, requests));
		buffers.forEach((buffer) -> add(buffer.order(ByteOrder.nativeOrder()), device, requests));
		Set<Long> refused = contents.of(Kind.REFUSED).keySet();
		Set<Long> known = new HashSet<>();
		contents.of(Kind.OPEN).forEach((handle, note) -> {
			long opener = new NoteReader(note).number();
			if (!requests.containsKey(opener) && !refused.contains(opener)) {
				known.add(handle);
			}
		});
		contents.retain(Kind.OPEN, known);
		contents.retain(Kind.HANDLE, known);
		return new Remains(contents, requests);
	}

	private static void add(byte[] request, int device, Map<Long, byte[]> requests) {
		add(ByteBuffer.wrap(request).order(ByteOrder.nativeOrder()), device, requests);
	}

	private static void add(ByteBuffer request, int device, Map<Long, byte[]> requests) {
		int length = request.getInt(0);
		long number = request.getLong(FuseProtocol.IN_UNIQUE);
		boolean whole = length >= FuseProtocol.IN_HEADER_SIZE && length <= request.capacity();
		if (whole && Probe.isRequest(number) && !requests.containsKey(number) && Probe.isUnanswered(device, number)) {
			byte[] bytes = new byte[length];
			request.get(0, bytes);
			requests.put(number, bytes);
		}
	}

	/**
	 * Lets them count no longer, because this process has made them its own.
	 */
	public void invalidate() {
		this.contents.invalidate();
	}

	/**
	 * Returns the notes.
	 */
	public Notebook.Contents contents() {
		return this.contents;
	}

	/**
	 * Returns the requests that were not answered.
	 */
	public List<byte[]> requests() {
		return List.copyOf(this.requests.values());
	}

	/**
	 * Returns the notes of the transport, in the form in which a process writes them that
	 * leaves its mount.
	 */
	public NoteReader notes() {
		Map<Long, byte[]> nodes = this.contents.of(Kind.NODE);
		byte[] numbers = nodes.getOrDefault(0L, new NoteWriter().number(0).toByteArray());
		nodes.remove(0L);
		Map<Long, byte[]> handles = this.contents.of(Kind.OPEN);
		List<byte[]> parts = new ArrayList<>(this.contents.of(Kind.CONNECTION).values());
		parts.add(numbers);
		parts.add(new NoteWriter().number(nodes.size()).toByteArray());
		nodes.values().forEach((note) -> parts.add(node(note)));
		parts.add(new NoteWriter().number(handles.size()).toByteArray());
		// Without the number of the request.
		handles.values().forEach((note) -> parts.add(Arrays.copyOfRange(note, Long.BYTES, note.length)));
		ByteBuffer all = ByteBuffer.allocate(parts.stream().mapToInt((part) -> part.length).sum());
		parts.forEach(all::put);
		return new NoteReader(all.array());
	}

	/** Without the look-ups that the kernel has no answer to. */
	private byte[] node(byte[] note) {
		ByteBuffer all = ByteBuffer.wrap(note);
		long request = all.getLong();
		long counted = all.getLong();
		if (this.requests.containsKey(request)) {
			int lookups = all.position() + Long.BYTES;
			all.putLong(lookups, all.getLong(lookups) - counted);
		}
		return Arrays.copyOfRange(note, all.position(), note.length);
	}

}
