package io.fusemount.data.jpa.blob;

import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

import io.fusemount.core.node.Content;
import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.database.SessionStatement;
import io.fusemount.data.jpa.database.UploadPace;
import io.fusemount.data.jpa.mapping.ContentPieces;
import jakarta.persistence.EntityManager;

/**
 * The statements that change the pieces of one row's content. They are not of HQL, which
 * does not change the rows of a collection.
 */
final class PieceTable {

	/**
	 * How many bytes a statement moves, so that none takes longer than an upload may.
	 */
	private static final int MOVED_BYTES = 64 << 20;

	private final ContentPieces pieces;

	private final String idOfRow;

	private final int idWidth;

	private final SessionStatement insert;

	private final SessionStatement delete;

	private final SessionStatement numbers;

	private final SessionStatement move;

	private final boolean concatenates;

	/** How many pieces are inserted together. */
	private final int together;

	/**
	 * Creates the statements.
	 * @param room how many bytes a driver may send at once
	 */
	PieceTable(ContentPieces pieces, DatabaseKind database, long room) {
		List<String> id = pieces.idColumns();
		String number = pieces.numberColumn();
		this.pieces = pieces;
		this.idWidth = id.size();
		this.idOfRow = id.stream().map((column) -> column + " = ?").collect(Collectors.joining(" and "));
		this.insert = statement("insert into " + pieces.table() + " (" + String.join(", ", id) + ", " + number + ", "
				+ pieces.bytesColumn() + ") values (" + "?, ".repeat(this.idWidth) + "?, ?)");
		this.numbers = statement(
				"select " + number + " from " + pieces.table() + " where " + this.idOfRow + " and " + number + " >= ?");
		this.delete = statement("delete from " + pieces.table() + " where " + this.idOfRow + " and " + number + " = ?");
		this.move = statement("update " + pieces.table() + " set "
				+ id.stream().map((column) -> column + " = ?").collect(Collectors.joining(", ")) + " where "
				+ this.idOfRow + " and " + number + " between ? and ?");
		this.together = (int) Math.max(1, Math.min(room, Content.PIECE_BYTES) / pieces.size());
		this.concatenates = database.joinsByFunction();
	}

	private static SessionStatement statement(String sql) {
		return new SessionStatement(sql, "Content cannot be stored");
	}

	/**
	 * Inserts pieces, about a MiB at once.
	 * @param first the number of the first piece
	 * @param end the number after that of the last piece
	 * @param bytes returns each piece by its number, in ascending order
	 */
	void insert(EntityManager entityManager, Object id, int first, int end, IntFunction<byte[]> bytes) {
		if (first >= end) {
			return;
		}
		this.insert.execute(entityManager, (statement, session) -> {
			for (int number = first; number < end; number++) {
				this.pieces.bindId(statement, 1, id, session);
				statement.setInt(this.idWidth + 1, number);
				statement.setBytes(this.idWidth + 2, bytes.apply(number));
				statement.addBatch();
				if ((number - first + 1) % this.together == 0 || number == end - 1) {
					statement.executeBatch();
				}
			}
			return end - first;
		});
	}

	/**
	 * Deletes the pieces from a number on, each by its number. For a range, InnoDB would
	 * also lock the piece that follows, which is another file's, and H2 would hold all
	 * pieces in memory.
	 */
	void delete(EntityManager entityManager, Object id, int first) {
		List<Integer> numbers = numbers(entityManager, id, first);
		if (numbers.isEmpty()) {
			return;
		}
		this.delete.execute(entityManager, (statement, session) -> {
			for (int number : numbers) {
				this.pieces.bindId(statement, 1, id, session);
				statement.setInt(this.idWidth + 1, number);
				statement.addBatch();
			}
			return statement.executeBatch().length;
		});
	}

	private List<Integer> numbers(EntityManager entityManager, Object id, int first) {
		return this.numbers.execute(entityManager, (statement, session) -> {
			this.pieces.bindId(statement, 1, id, session);
			statement.setInt(this.idWidth + 1, first);
			List<Integer> numbers = new ArrayList<>();
			try (ResultSet found = statement.executeQuery()) {
				while (found.next()) {
					numbers.add(found.getInt(1));
				}
			}
			return numbers;
		});
	}

	/** Assigns the pieces of one row to another one that has none. */
	void move(EntityManager entityManager, Object from, Object to, UploadPace pace) {
		int together = Math.max(1, MOVED_BYTES / this.pieces.size());
		this.move.execute(entityManager, (statement, session) -> {
			int first = 0;
			int moved;
			do {
				pace.taken((long) first * this.pieces.size());
				this.pieces.bindId(statement, 1, to, session);
				this.pieces.bindId(statement, this.idWidth + 1, from, session);
				statement.setInt(2 * this.idWidth + 1, first);
				statement.setInt(2 * this.idWidth + 2, first + together - 1);
				moved = statement.executeUpdate();
				first += moved;
			}
			while (moved == together);
			return first;
		});
	}

	/**
	 * Changes parts of a piece, which the database joins with those that stay.
	 * @param spans the new bytes, in ascending order
	 * @param kept how many bytes of the piece stay, those that the spans replace included
	 * @param atMost the most bytes that the piece has now; it has at least those to keep
	 * @return whether there was a piece of such a length
	 */
	boolean splice(EntityManager entityManager, Object id, int number, List<PieceSpan> spans, int kept, int atMost) {
		return splice(spans.size()).execute(entityManager, (statement, session) -> {
			int parameter = 1;
			int from = 0;
			for (PieceSpan span : spans) {
				statement.setInt(parameter++, from + 1);
				statement.setInt(parameter++, span.start() - from);
				statement.setBytes(parameter++, span.bytes());
				from = span.end();
			}
			statement.setInt(parameter++, from + 1);
			statement.setInt(parameter++, Math.max(0, kept - from));
			this.pieces.bindId(statement, parameter, id, session);
			parameter += this.idWidth;
			statement.setInt(parameter++, number);
			statement.setInt(parameter++, kept);
			statement.setInt(parameter, atMost);
			return statement.executeUpdate() == 1;
		});
	}

	private SessionStatement splice(int spans) {
		String bytes = this.pieces.bytesColumn();
		String kept = "substring(" + bytes + " from ? for ?)";
		String joint = this.concatenates ? ", " : " || ";
		String parts = (kept + joint + "?" + joint).repeat(spans) + kept;
		return statement("update " + this.pieces.table() + " set " + bytes + " = "
				+ (this.concatenates ? "concat(" + parts + ")" : parts) + " where " + this.idOfRow + " and "
				+ this.pieces.numberColumn() + " = ? and octet_length(" + bytes + ") between ? and ?");
	}

}
