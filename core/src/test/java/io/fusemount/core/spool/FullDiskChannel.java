package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * A file on a disk that gets full: writes up to a position are taken in part, as the
 * kernel does.
 */
final class FullDiskChannel extends FileChannel {

	private final FileChannel file;

	private long room;

	FullDiskChannel(FileChannel file, long room) {
		this.file = file;
		this.room = room;
	}

	void room(long changed) {
		this.room = changed;
	}

	@Override
	public int write(ByteBuffer source, long position) throws IOException {
		int taken = (int) Math.min(source.remaining(), this.room - position);
		if (taken <= 0) {
			throw new IOException("No space left on device");
		}
		int written = this.file.write(source.slice(source.position(), taken), position);
		source.position(source.position() + written);
		return written;
	}

	@Override
	public int read(ByteBuffer target, long position) throws IOException {
		return this.file.read(target, position);
	}

	@Override
	public FileChannel truncate(long size) throws IOException {
		this.file.truncate(size);
		return this;
	}

	@Override
	protected void implCloseChannel() throws IOException {
		this.file.close();
	}

	@Override
	public int read(ByteBuffer target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long read(ByteBuffer[] targets, int offset, int length) {
		throw new UnsupportedOperationException();
	}

	@Override
	public int write(ByteBuffer source) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long write(ByteBuffer[] sources, int offset, int length) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long position() {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileChannel position(long position) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long size() throws IOException {
		return this.file.size();
	}

	@Override
	public void force(boolean metaData) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long transferTo(long position, long count, WritableByteChannel target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long transferFrom(ReadableByteChannel source, long position, long count) {
		throw new UnsupportedOperationException();
	}

	@Override
	public MappedByteBuffer map(MapMode mode, long position, long size) {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileLock lock(long position, long size, boolean shared) {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileLock tryLock(long position, long size, boolean shared) {
		throw new UnsupportedOperationException();
	}

}
