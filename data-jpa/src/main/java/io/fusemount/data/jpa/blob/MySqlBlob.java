package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.Consumer;

import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.database.UploadPace;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * The binary columns of MariaDB and MySQL. InnoDB loads the whole value for each range of
 * it.
 */
final class MySqlBlob implements BlobColumn {

	private final RowSelect select;

	private final MySqlPacket packet;

	private final RowMove moves;

	private final boolean movable;

	private final MySqlPieces pieces;

	MySqlBlob(EntityMapping entity, MySqlServer server) {
		this.select = new RowSelect(entity);
		this.packet = new MySqlPacket(server);
		this.moves = new RowMove(entity);
		this.movable = entity.database().updatesFromSameTable();
		this.pieces = new MySqlPieces(entity, server.streamingFetchSize());
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		return this.select.read(entityManager, RangeFunctions.SUBSTRING, position + 1, target, id, version);
	}

	@Override
	public boolean isCostlyByRange(EntityManager entityManager, Object id, @Nullable Object version) {
		return true;
	}

	@Override
	public void readAll(EntityManager entityManager, Object id, @Nullable Object version, Consumer<ByteBuffer> target) {
		this.pieces.read(entityManager, id, version, target);
	}

	@Override
	public String headOf(String entity) {
		return this.select.headOf(RangeFunctions.SUBSTRING, 1, entity);
	}

	@Override
	public boolean isHeadCostly() {
		return true;
	}

	@Override
	public long length(EntityManager entityManager, Object id, @Nullable Object version) {
		return this.select.length(entityManager, RangeFunctions.LENGTH, id, version);
	}

	@Override
	public String lengthOf(String entity) {
		return this.select.lengthOf(RangeFunctions.LENGTH, entity);
	}

	@Override
	public boolean isLengthCostly() {
		return true;
	}

	@Override
	public String lengthInSql(String column) {
		return RangeFunctions.lengthInSql(column);
	}

	@Override
	public boolean isMovable(long size) {
		return this.movable && size > Content.PIECE_BYTES;
	}

	@Override
	public void move(EntityManager entityManager, Object from, Object to, boolean incrementVersion, UploadPace pace) {
		this.moves.move(entityManager, from, to, incrementVersion);
	}

	@Override
	public void requireRoomFor(long bytes) {
		this.packet.requireRoomFor(bytes);
	}

	@Override
	public void requireRoomFor(ContentSource source) {
		this.packet.requireRoomFor(source);
	}

	@Override
	public boolean isLoadedWithRow() {
		return true;
	}

	@Override
	public String describe() {
		return "blob of MariaDB or MySQL, ranges by substring, whole in pieces of " + Content.PIECE_BYTES + " bytes";
	}

}
