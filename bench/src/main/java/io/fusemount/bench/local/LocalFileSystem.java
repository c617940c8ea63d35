package io.fusemount.bench.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

import io.fusemount.bench.server.OneFileSystem;
import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.LocalRange;
import io.fusemount.core.vfs.HandleId;
import org.jspecify.annotations.Nullable;

/**
 * A filesystem that exposes a local file.
 */
abstract class LocalFileSystem extends OneFileSystem {

	static final String NAME = "local";

	private final long size;

	private LocalFileSystem(long size) {
		super(NAME, size);
		this.size = size;
	}

	@Override
	public int read(HandleId handle, long position, ByteBuffer target) {
		int length = (int) Math.max(0, Math.min(target.remaining(), this.size - position));
		target.limit(target.position() + length);
		try {
			transfer(position, target);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return length;
	}

	abstract void transfer(long position, ByteBuffer target) throws IOException;

	/** Reads as programs do: the kernel copies the bytes to libfuse's memory. */
	static class Channel extends LocalFileSystem {

		private final FileChannel channel;

		Channel(FileChannel channel) throws IOException {
			super(channel.size());
			this.channel = channel;
		}

		@Override
		void transfer(long position, ByteBuffer target) throws IOException {
			long at = position;
			while (target.hasRemaining()) {
				at += this.channel.read(target, at);
			}
		}

	}

	/** Lets the transport send the file directly. */
	static final class Spliced extends Channel {

		private final LocalFile file;

		private final long size;

		Spliced(Path file, FileChannel channel) throws IOException {
			super(channel);
			this.file = new LocalFile(file, channel.size(), () -> {
			});
			this.size = channel.size();
		}

		@Override
		public @Nullable LocalRange locate(HandleId handle, long position, int length) {
			int present = (int) Math.min(length, this.size - position);
			return (present > 0) ? new LocalRange(this.file, position, present) : null;
		}

	}

	/** Maps the file into memory: Java copies, without any system call. */
	static final class Mapped extends LocalFileSystem {

		private static final int PIECE_BITS = 30;

		private final MappedByteBuffer[] pieces;

		Mapped(FileChannel channel) throws IOException {
			super(channel.size());
			long size = channel.size();
			this.pieces = new MappedByteBuffer[(int) ((size >> PIECE_BITS) + 1)];
			for (int i = 0; i < this.pieces.length; i++) {
				long start = (long) i << PIECE_BITS;
				this.pieces[i] = channel.map(FileChannel.MapMode.READ_ONLY, start,
						Math.min(1L << PIECE_BITS, size - start));
			}
		}

		@Override
		void transfer(long position, ByteBuffer target) {
			long at = position;
			int limit = target.limit();
			while (target.position() < limit) {
				int offset = (int) (at & ((1L << PIECE_BITS) - 1));
				int length = Math.min(limit - target.position(), (1 << PIECE_BITS) - offset);
				MappedByteBuffer piece = this.pieces[(int) (at >> PIECE_BITS)];
				target.put(target.position(), piece, offset, length);
				target.position(target.position() + length);
				at += length;
			}
		}

	}

}
