package io.fusemount.core.segment;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.local.LocalFile;
import org.jspecify.annotations.Nullable;

/**
 * A part of a file with many small contents. A released slot is reused after its last
 * user has ended.
 */
final class Slot implements SegmentPlace {

	private final SlotFiles all;

	private final SlotFile file;

	private final int slot;

	/** The generation of the file to which the bytes were written. */
	private volatile Object generation;

	private int users;

	/** Whether the slot no longer belongs to this segment. */
	private boolean left;

	Slot(SlotFiles all, SlotFile file, int slot) {
		this.all = all;
		this.file = file;
		this.slot = slot;
		this.generation = file.generation();
	}

	@Override
	public long number() {
		return this.slot;
	}

	@Override
	public int slotBytes() {
		return this.file.slotBytes();
	}

	@Override
	public long offset() {
		return this.file.offset(this.slot);
	}

	@Override
	public long capacity() {
		return this.file.slotBytes();
	}

	@Override
	public Path path() {
		return this.file.path();
	}

	@Override
	public @Nullable LocalFile description() {
		return null;
	}

	@Override
	public void onDamage(Runnable action) {
		// A slot is not opened by others.
	}

	@Override
	public void restore() {
		// The file has this information.
	}

	@Override
	public FileChannel use() throws IOException {
		FileChannel open = this.file.use();
		if (!isIntact()) {
			this.file.channel().letGo();
			this.generation = this.file.generation();
			throw new NoSuchFileException(path().toString());
		}
		this.users++;
		return open;
	}

	@Override
	public void letGo() {
		this.users--;
		this.file.channel().letGo();
		if (this.left && this.users == 0) {
			this.file.giveBack(this.slot);
		}
	}

	@Override
	public boolean isUsed() {
		return this.users > 0;
	}

	@Override
	public void stored(long end) {
		this.file.stored(end);
	}

	@Override
	public boolean isCutOff(FileChannel open, long end) throws IOException {
		boolean cutOff = this.file.isCutOff(open);
		if (cutOff) {
			this.generation = this.file.generation();
		}
		return cutOff;
	}

	@Override
	public boolean isIntact() {
		return this.generation == this.file.generation();
	}

	@Override
	public @Nullable FileChannel lasting() {
		return this.file.channel().peek();
	}

	@Override
	public void touch() {
		this.file.channel().touch();
	}

	@Override
	public void park(boolean idle) {
		// The file is shared.
	}

	@Override
	public @Nullable SegmentPlace bequeath(long size, long end) {
		if (size > capacity()) {
			return copy(this.all.take(size), (int) end);
		}
		Slot heir = new Slot(this.all, this.file, this.slot);
		heir.generation = this.generation;
		this.left = true;
		return heir;
	}

	private @Nullable Slot copy(@Nullable Slot larger, int end) {
		if (larger != null) {
			try {
				larger.fill(bytes(end));
			}
			catch (IOException ex) {
				larger.delete();
				return null;
			}
		}
		return larger;
	}

	private ByteBuffer bytes(int end) throws IOException {
		ByteBuffer bytes = ByteBuffer.allocate(end);
		FileChannel open = use();
		try {
			for (int read = 0; read >= 0 && bytes.hasRemaining();) {
				read = open.read(bytes, offset() + bytes.position());
			}
		}
		finally {
			letGo();
		}
		if (bytes.hasRemaining() || !isIntact()) {
			throw new EOFException("The file was truncated from outside: " + path());
		}
		return bytes.flip();
	}

	private void fill(ByteBuffer bytes) throws IOException {
		FileChannel open = use();
		try {
			long end = offset() + bytes.remaining();
			// If the file was cut off, the bytes of others in it are no longer trusted
			// either.
			isCutOff(open, end);
			LocalChannel.writeAll(open, offset(), bytes);
			stored(end);
		}
		finally {
			letGo();
		}
	}

	@Override
	public void delete() {
		if (!this.left) {
			this.left = true;
			if (this.users == 0) {
				this.file.giveBack(this.slot);
			}
		}
	}

}
