package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A range of content in pieces: which pieces one statement selects, and what of each. The
 * piece before the range is measured, too: content in pieces of another size, which would
 * be found at wrong offsets, is noticed by it.
 *
 * @param before the number of the first piece to measure
 * @param first the number of the first piece to read
 * @param last the number of the last piece to read
 * @param from where the range begins in the first piece, counted from 1
 * @param length how many bytes of the last piece are read
 * @param pieceSize the number of bytes of each piece but the last one
 */
record PieceRange(int before, int first, int last, int from, int length, int pieceSize) {

	/**
	 * The number, the length and the bytes of a piece {@code p} of an entity {@code e},
	 * and whether there are pieces beyond the range.
	 */
	private static final String SELECTED = "key(p), " + RangeFunctions.LENGTH + "(p), case when key(p) >= :first then "
			+ RangeFunctions.SUBSTRING + "(case when key(p) = :first then :from else 1 end, "
			+ "case when key(p) = :last then :length else :size end, p) end, "
			+ "case when exists (select 1 from e.%1$s n where key(n) > :last) then 1 else 0 end";

	/** Returns the selected expressions of HQL for a collection of the entity. */
	static String selected(String collection) {
		return SELECTED.formatted(collection);
	}

	/**
	 * Returns a range.
	 * @param position the offset of the first byte
	 * @param count the number of bytes
	 */
	static PieceRange of(long position, int count, int pieceSize) {
		// Numbers end before this one.
		long first = Math.min(position / pieceSize, Integer.MAX_VALUE - 1);
		long last = Math.min((position + count - 1) / pieceSize, Integer.MAX_VALUE - 1);
		int offset = (int) (position % pieceSize);
		int end = (int) ((position + count - 1) % pieceSize) + 1;
		return new PieceRange((int) Math.max(0, first - 1), (int) first, (int) last, offset + 1,
				(first == last) ? end - offset : end, pieceSize);
	}

	/**
	 * Puts the bytes of the selected rows.
	 * @param rows the rows, in the order of the numbers; one without a number if there is
	 * no piece
	 * @return why they are not the content, {@code null} if they are
	 */
	@Nullable String put(List<Object[]> rows, ByteBuffer target) {
		boolean more = ((Number) rows.get(0)[3]).intValue() == 1;
		if (rows.get(0)[0] == null) {
			return more ? "piece " + this.before + " is missing" : null;
		}
		int next = this.before;
		for (int i = 0; i < rows.size(); i++) {
			Object[] row = rows.get(i);
			int number = ((Number) row[0]).intValue();
			long length = ((Number) row[1]).longValue();
			boolean end = i == rows.size() - 1 && !more;
			if (number != next) {
				return "piece " + next + " is missing";
			}
			if (end ? length > this.pieceSize : length != this.pieceSize) {
				return "piece " + number + " has " + length + " bytes";
			}
			if (row[2] instanceof byte[] bytes) {
				target.put(bytes);
			}
			next++;
		}
		return (more && next <= this.last) ? "piece " + next + " is missing" : null;
	}

}
