package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.data.jpa.database.UploadPace;
import io.fusemount.data.jpa.mapping.ContentPieces;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * Content in numbered pieces, the rows of an element collection. There is no row for what
 * is beyond the end, and one for each piece before it: a missing piece is damage, not a
 * hole.
 */
final class PieceColumn implements BlobColumn {

	/**
	 * The most bytes that the {@linkplain #headOf beginning} of content is selected for.
	 */
	private static final int MAX_HEAD_BYTES = 64 << 10;

	/** The most changes of one piece in a statement. */
	private static final int MAX_SPANS = 8;

	private final EntityMapping entity;

	private final ContentPieces pieces;

	private final RowSelect select;

	private final PieceTable table;

	private final @Nullable MySqlPacket packet;

	/**
	 * Creates the access.
	 * @param packet the limit of statements, {@code null} if there is none
	 */
	PieceColumn(EntityMapping entity, ContentPieces pieces, @Nullable MySqlPacket packet) {
		this.entity = entity;
		this.pieces = pieces;
		this.select = new RowSelect(entity);
		this.table = new PieceTable(pieces, entity.database(), (packet != null) ? packet.roomForAny() : Long.MAX_VALUE);
		this.packet = packet;
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		PieceRange range = PieceRange.of(position, target.remaining(), this.pieces.size());
		List<Object[]> rows = this.select
			.rows(entityManager, PieceRange.selected(this.pieces.name()),
					" left join e." + this.pieces.name() + " p on key(p) between :before and :last", "key(p)", id,
					version)
			.setParameter("before", range.before())
			.setParameter("first", range.first())
			.setParameter("last", range.last())
			.setParameter("from", range.from())
			.setParameter("length", range.length())
			.setParameter("size", this.pieces.size())
			.getResultList();
		if (rows.isEmpty()) {
			throw RowSelect.gone();
		}
		int start = target.position();
		String problem = range.put(rows, target);
		if (problem != null) {
			throw damaged(problem);
		}
		return target.position() - start;
	}

	private ErrnoException damaged(String problem) {
		return new ErrnoException(Errno.EIO,
				"The pieces of this " + this.entity.name() + " are not what FuseMount writes: " + problem,
				"Store the content in pieces of " + this.pieces.size() + " bytes, numbered from 0 on without gaps, of "
						+ "which only the last may be shorter",
				null);
	}

	@Override
	public @Nullable String headOf(String entity) {
		return (this.pieces.size() > MAX_HEAD_BYTES) ? "(select " + RangeFunctions.SUBSTRING + "(1, :length, h) from "
				+ entity + "." + this.pieces.name() + " h where key(h) = 0)" : null;
	}

	@Override
	public boolean isHeadCostly() {
		return true;
	}

	@Override
	public long length(EntityManager entityManager, Object id, @Nullable Object version) {
		List<Object[]> rows = this.select.rows(entityManager, "1, " + lengthOf("e"), "", "1", id, version)
			.getResultList();
		if (rows.isEmpty()) {
			throw RowSelect.gone();
		}
		return ((Number) rows.get(0)[1]).longValue();
	}

	/** Of the last piece alone: no other has to be read. */
	@Override
	public String lengthOf(String entity) {
		String pieces = entity + "." + this.pieces.name();
		return "coalesce((select cast(key(l) as Long) * " + this.pieces.size() + " + " + RangeFunctions.LENGTH
				+ "(l) from " + pieces + " l where key(l) = (select max(key(m)) from " + pieces + " m)), 0)";
	}

	@Override
	public @Nullable String lengthInSql(String column) {
		return null;
	}

	@Override
	public void requireRoomFor(long bytes) {
		if (this.packet != null) {
			// Whatever the bytes are, as a driver may escape each of them.
			this.packet.requireRoomFor(2 * Math.min(bytes, this.pieces.size()));
		}
	}

	@Override
	public boolean isStoredApart() {
		return true;
	}

	@Override
	public void replace(EntityManager entityManager, Object id, Upload upload) {
		this.table.delete(entityManager, id, 0);
		store(entityManager, id, upload);
	}

	@Override
	public void store(EntityManager entityManager, Object id, Upload upload) {
		long size = upload.size();
		int pieceSize = this.pieces.size();
		this.table.insert(entityManager, id, 0, Math.toIntExact((size + pieceSize - 1) / pieceSize),
				(number) -> upload.next((int) Math.min(pieceSize, size - (long) number * pieceSize)));
	}

	@Override
	public boolean isPatchable() {
		return true;
	}

	@Override
	public void patch(EntityManager entityManager, Object id, ContentPatch patch, long size, UploadPace pace) {
		PiecePatch changes = new PiecePatch(patch, this.pieces.size(), size);
		if (changes.removesPieces()) {
			this.table.delete(entityManager, id, changes.keptEnd());
		}
		long[] sent = new long[1];
		int kept = changes.keptEnd();
		for (int number = changes.nextChanged(0); number < kept; number = changes.nextChanged(number + 1)) {
			pace.taken(sent[0]);
			change(entityManager, id, number, changes);
			sent[0] += this.pieces.size();
		}
		this.table.insert(entityManager, id, kept, changes.end(), (number) -> {
			pace.taken(sent[0]);
			sent[0] += this.pieces.size();
			return changes.piece(number);
		});
	}

	/**
	 * Changes a piece by as few statements as have a bounded length. The last one extends
	 * the piece.
	 */
	private void change(EntityManager entityManager, Object id, int number, PiecePatch changes) {
		List<PieceSpan> spans = changes.spans(number);
		int kept = changes.kept(number);
		int atMost = changes.atMost(number);
		int first = 0;
		do {
			int end = Math.min(spans.size(), first + MAX_SPANS);
			if (!this.table.splice(entityManager, id, number, spans.subList(first, end), kept, atMost)) {
				throw damaged("piece " + number + " does not have " + kept + " bytes");
			}
			atMost = kept;
			first = end;
		}
		while (first < spans.size());
	}

	/** Its writers lock the row. */
	@Override
	public boolean isSeparate() {
		return true;
	}

	/** Hibernate would remove all pieces by one statement. */
	@Override
	public void remove(EntityManager entityManager, Object id) {
		this.table.delete(entityManager, id, 0);
	}

	@Override
	public void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion, UploadPace pace) {
		Object target = entityManager.find(this.entity.type(), to);
		if (incrementVersion && target != null) {
			entityManager.lock(target, LockModeType.PESSIMISTIC_FORCE_INCREMENT);
		}
		lock(entityManager, from);
		this.table.delete(entityManager, to, 0);
		this.table.move(entityManager, from, to, pace);
	}

	/** Each writer locks the row before its pieces. */
	private void lock(EntityManager entityManager, Object id) {
		Query query = entityManager
			.createQuery(
					"select e from " + this.entity.name() + " e where " + this.entity.id().conditions().is("e", "id"))
			.setLockMode(LockModeType.PESSIMISTIC_WRITE);
		this.entity.id().conditions().bind(query, "id", id);
		if (query.getResultList().isEmpty()) {
			throw RowSelect.gone();
		}
	}

	@Override
	public String describe() {
		return "pieces of " + this.pieces.size() + " bytes in the table " + this.pieces.table();
	}

}
