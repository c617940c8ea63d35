package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;

/**
 * A patch of content in pieces, piece by piece in ascending order.
 */
final class PiecePatch {

	private final ContentPatch patch;

	private final int pieceSize;

	private final long size;

	/** The first range that extends beyond the pieces so far. */
	private int next;

	/**
	 * Creates the patch.
	 * @param size the size of the old content
	 */
	PiecePatch(ContentPatch patch, int pieceSize, long size) {
		this.patch = patch;
		this.pieceSize = pieceSize;
		this.size = size;
	}

	/** Returns the number after that of the last piece that is kept, even in part. */
	int keptEnd() {
		return pieces(this.patch.kept());
	}

	/** Returns the number after that of the last piece of the new content. */
	int end() {
		return pieces(this.patch.size());
	}

	private int pieces(long size) {
		return Math.toIntExact((size + this.pieceSize - 1) / this.pieceSize);
	}

	/** Whether the old content has pieces of which nothing is kept. */
	boolean removesPieces() {
		return pieces(this.size) > keptEnd();
	}

	/** Returns the most bytes that a kept piece has in the old content. */
	int atMost(int number) {
		return Math.max(kept(number), within(this.size, number));
	}

	/** Returns how many bytes of a piece are kept, unless they are changed. */
	int kept(int number) {
		return within(this.patch.kept(), number);
	}

	/** Returns how many bytes a piece of the new content has. */
	int length(int number) {
		return within(this.patch.size(), number);
	}

	private int within(long size, int number) {
		return (int) Math.max(0, Math.min(size - start(number), this.pieceSize));
	}

	private long start(int number) {
		return (long) number * this.pieceSize;
	}

	/**
	 * Returns the number of the next kept piece with changes, {@link #keptEnd} if there
	 * is none.
	 * @param first the number of the first piece to consider
	 */
	int nextChanged(int first) {
		int end = keptEnd();
		if (end > first && isEndChanged(end - 1)) {
			end--;
		}
		return (this.next < this.patch.changed().size())
				? (int) Math.min(end, Math.max(first, this.patch.changed().get(this.next).start() / this.pieceSize))
				: end;
	}

	/** Whether the piece gets another end. */
	private boolean isEndChanged(int last) {
		return kept(last) < this.pieceSize && (this.size > this.patch.kept() || this.patch.size() > this.patch.kept());
	}

	/**
	 * Returns the new bytes of a kept piece: what is changed, and what it has beyond the
	 * part that is kept.
	 */
	List<PieceSpan> spans(int number) {
		List<ByteRange> spans = new ArrayList<>();
		long keptEnd = start(number) + kept(number);
		long end = start(number) + length(number);
		List<ByteRange> changed = changed(number);
		for (ByteRange range : changed) {
			if (range.end() <= keptEnd) {
				spans.add(range);
			}
		}
		if (end > keptEnd || spans.size() < changed.size()) {
			long first = (spans.size() < changed.size()) ? Math.min(keptEnd, changed.get(spans.size()).start())
					: keptEnd;
			spans.add(new ByteRange(first, end));
		}
		return spans.stream()
			.map((span) -> new PieceSpan((int) (span.start() - start(number)), bytes(span, changed)))
			.toList();
	}

	/** Returns a new piece. */
	byte[] piece(int number) {
		return bytes(new ByteRange(start(number), start(number) + length(number)), changed(number));
	}

	/** Returns the changed ranges of a piece. */
	private List<ByteRange> changed(int number) {
		long start = start(number);
		long end = start + this.pieceSize;
		List<ByteRange> within = new ArrayList<>();
		List<ByteRange> changed = this.patch.changed();
		while (this.next < changed.size() && changed.get(this.next).start() < end) {
			ByteRange range = changed.get(this.next);
			within.add(new ByteRange(Math.max(start, range.start()), Math.min(end, range.end())));
			if (range.end() > end) {
				break;
			}
			this.next++;
		}
		return within;
	}

	/** Returns bytes, which are zeros outside of the changed ranges. */
	private byte[] bytes(ByteRange span, List<ByteRange> changed) {
		byte[] bytes = new byte[(int) span.length()];
		for (ByteRange range : changed) {
			if (range.start() >= span.start() && range.end() <= span.end()) {
				this.patch.readFully(range.start(),
						ByteBuffer.wrap(bytes, (int) (range.start() - span.start()), (int) range.length()));
			}
		}
		return bytes;
	}

}
