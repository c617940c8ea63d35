package io.fusemount.core.cache;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * A file in a database that records the fetched ranges. Its bytes follow from their
 * positions and from a seed.
 */
class StoredFile implements RegularFile, Content {

	private final String id;

	private final @Nullable String version;

	private final long size;

	private final int seed;

	final List<ByteRange> fetches = new CopyOnWriteArrayList<>();

	volatile int wholeFetches;

	volatile int wholeEnds;

	volatile boolean costly;

	volatile @Nullable RuntimeException failure;

	/**
	 * Called for each fetch before it is answered, and for each piece of a whole fetch.
	 */
	volatile Consumer<ByteRange> onFetch = (range) -> {
	};

	StoredFile(String id, @Nullable String version, long size, int seed) {
		this.id = id;
		this.version = version;
		this.size = size;
		this.seed = seed;
	}

	@Override
	public NodeKey key() {
		return new NodeKey("File", this.id);
	}

	@Override
	public Attributes attributes() {
		return new Attributes(this.size, Instant.EPOCH, Instant.EPOCH, true);
	}

	@Override
	public Content content() {
		return this;
	}

	@Override
	public @Nullable String contentVersion() {
		return this.version;
	}

	@Override
	public boolean isSameVersion(RegularFile other) {
		return other == this;
	}

	long stored() {
		return this.size;
	}

	@Override
	public int read(long position, ByteBuffer target) {
		ByteRange range = new ByteRange(position, Math.min(stored(), position + target.remaining()));
		this.fetches.add(range);
		this.onFetch.accept(range);
		RuntimeException known = this.failure;
		if (known != null) {
			throw known;
		}
		return fill(range, target);
	}

	@Override
	public boolean isCostlyByRange() {
		return this.costly;
	}

	@Override
	public void readAll(Consumer<ByteBuffer> target) {
		this.wholeFetches++;
		try {
			handOut(target);
		}
		finally {
			this.wholeEnds++;
		}
	}

	private void handOut(Consumer<ByteBuffer> target) {
		for (long at = 0; at < this.size; at += PIECE_BYTES) {
			ByteRange range = new ByteRange(at, Math.min(this.size, at + PIECE_BYTES));
			this.onFetch.accept(range);
			RuntimeException known = this.failure;
			if (known != null) {
				throw known;
			}
			ByteBuffer piece = ByteBuffer.allocate((int) range.length());
			fill(range, piece);
			target.accept(piece.flip());
		}
	}

	private int fill(ByteRange range, ByteBuffer target) {
		for (long at = range.start(); at < range.end(); at++) {
			target.put(byteAt(at));
		}
		return (int) Math.max(0, range.length());
	}

	byte byteAt(long position) {
		return (byte) (position * 31 + (position >>> 12) * 7 + this.seed);
	}

	long fetchedBytes() {
		return this.fetches.stream().mapToLong(ByteRange::length).sum();
	}

}
