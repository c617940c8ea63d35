package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.data.jpa.database.UploadPace;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's large objects: the row has an {@code oid}, and the bytes are stored
 * elsewhere until they are unlinked.
 */
final class PostgresLargeObject implements BlobColumn {

	private final RowSelect select;

	private final RowMove moves;

	/** The column with its row locked, {@code null} if no expression can lock it. */
	private final @Nullable String locked;

	PostgresLargeObject(EntityMapping entity) {
		this.select = new RowSelect(entity);
		this.moves = new RowMove(entity);
		this.locked = LockedContent.of(entity, RowChange.ALIAS);
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		return this.select.read(entityManager, RangeFunctions.LARGE_OBJECT, position, target, id, version);
	}

	@Override
	public String headOf(String entity) {
		return this.select.headOf(RangeFunctions.LARGE_OBJECT, 0, entity);
	}

	@Override
	public long length(EntityManager entityManager, Object id, @Nullable Object version) {
		return this.select.length(entityManager, RangeFunctions.LARGE_OBJECT_LENGTH, id, version);
	}

	@Override
	public String lengthOf(String entity) {
		return this.select.lengthOf(RangeFunctions.LARGE_OBJECT_LENGTH, entity);
	}

	/** Checks for a missing object: opening it would fail the whole statement. */
	@Override
	public String lengthInSql(String column) {
		return "CASE WHEN exists (SELECT 1 FROM pg_largeobject_metadata m WHERE m.oid = " + column
				+ ") THEN lo_lseek64(lo_open(" + column + ", 262144), 0, 2) END";
	}

	@Override
	public boolean isPatchable() {
		return true;
	}

	@Override
	public boolean keepsHoles() {
		return true;
	}

	@Override
	public boolean isSentByCalls() {
		return true;
	}

	@Override
	public @Nullable RowChange patching(ContentPatch patch, long size, UploadPace pace) {
		Map<String, Object> piece = (this.locked != null && size <= patch.kept()) ? onlyPiece(patch, pace) : null;
		return (piece != null) ? change(RangeFunctions.LARGE_OBJECT_PUT_AT_LENGTH, piece) : null;
	}

	@Override
	public void patch(EntityManager entityManager, Object id, ContentPatch patch, long size, UploadPace pace) {
		// If a statement can lock the row too, it was tried before, or the row is new.
		Map<String, Object> piece = (this.locked == null && size <= patch.kept()) ? onlyPiece(patch, pace) : null;
		if (piece == null
				|| this.select.apply(entityManager, RangeFunctions.LARGE_OBJECT_PUT_AT_LENGTH, piece, id) == null) {
			pace.restart();
			patchByPieces(entityManager, id, patch, pace);
		}
	}

	/**
	 * Returns the only piece of a patch that appends or overwrites, as most programs do,
	 * for one statement that also checks the length; {@code null} for any other patch.
	 */
	private static @Nullable Map<String, Object> onlyPiece(ContentPatch patch, UploadPace pace) {
		ByteRange range = (patch.changed().size() == 1) ? patch.changed().get(0) : null;
		if (range == null || Math.max(patch.kept(), range.end()) != patch.size()
				|| pieceStart(range, range.end()) != range.start()) {
			return null;
		}
		pace.taken(0);
		Map<String, Object> piece = piece(patch, range.start(), range.end());
		piece.put("length", patch.kept());
		return piece;
	}

	private void patchByPieces(EntityManager entityManager, Object id, ContentPatch patch, UploadPace pace) {
		long sent = 0;
		long length = length(entityManager, id, null);
		if (length > patch.kept()) {
			truncate(entityManager, id, patch.kept());
			length = patch.kept();
		}
		List<ByteRange> ranges = patch.changed();
		// Backwards: each write looks for the next existing page, and would pass all
		// removed pages behind it.
		for (int i = ranges.size() - 1; i >= 0; i--) {
			sent = put(entityManager, id, patch, ranges.get(i), sent, pace);
			length = Math.max(length, ranges.get(i).end());
		}
		if (length < patch.size()) {
			truncate(entityManager, id, patch.size());
		}
	}

	/** Sets the length of the large object; bytes beyond the old length are a hole. */
	private void truncate(EntityManager entityManager, Object id, long length) {
		this.select.apply(entityManager, RangeFunctions.LARGE_OBJECT_TRUNCATE, Map.of("length", length), id);
	}

	private long put(EntityManager entityManager, Object id, ContentPatch patch, ByteRange range, long before,
			UploadPace pace) {
		long sent = before;
		long end = range.end();
		while (end > range.start()) {
			pace.taken(sent);
			long start = pieceStart(range, end);
			this.select.apply(entityManager, RangeFunctions.LARGE_OBJECT_PUT, piece(patch, start, end), id);
			sent += end - start;
			end = start;
		}
		return sent;
	}

	/** Returns where a piece begins: at a page of 2 KiB, except for the first piece. */
	private static long pieceStart(ByteRange range, long end) {
		return Math.max(range.start(), (end - 1) / Content.PIECE_BYTES * Content.PIECE_BYTES);
	}

	private static Map<String, Object> piece(ContentPatch patch, long start, long end) {
		Map<String, Object> piece = new LinkedHashMap<>();
		piece.put("position", start);
		piece.put("bytes", bytes(patch, start, (int) (end - start)));
		return piece;
	}

	private static byte[] bytes(ContentPatch patch, long position, int length) {
		ByteBuffer buffer = ByteBuffer.allocate(length);
		patch.readFully(position, buffer);
		return buffer.array();
	}

	@Override
	public boolean isSeparate() {
		return true;
	}

	@Override
	public void remove(EntityManager entityManager, Object id) {
		this.select.apply(entityManager, RangeFunctions.LARGE_OBJECT_UNLINK, Map.of(), id);
	}

	@Override
	public @Nullable RowChange removal() {
		return (this.locked != null) ? change(RangeFunctions.LARGE_OBJECT_UNLINK, Map.of()) : null;
	}

	private RowChange change(String function, Map<String, Object> parameters) {
		return new RowChange(RowSelect.applied(function, parameters, Objects.requireNonNull(this.locked)), parameters);
	}

	@Override
	public void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion, UploadPace pace) {
		remove(entityManager, to);
		this.moves.move(entityManager, from, to, incrementVersion);
	}

	@Override
	public String describe() {
		return "PostgreSQL large object (oid), ranges by lo_get";
	}

}
