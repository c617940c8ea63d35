package io.fusemount.data.jpa.blob;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

import io.fusemount.core.node.Content;
import io.fusemount.core.node.ContentSource;
import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.mapping.EntityMapping;
import jakarta.persistence.EntityManager;
import org.jspecify.annotations.Nullable;

/**
 * A column of characters. The value is fetched as a whole: the position of a byte in its
 * UTF-8 is not known in advance.
 */
final class TextColumn implements BlobColumn {

	private final DatabaseKind database;

	private final RowSelect select;

	private final ContentText text;

	private final @Nullable MySqlPacket packet;

	TextColumn(EntityMapping entity, ContentText text, @Nullable MySqlPacket packet) {
		this.database = entity.database();
		this.select = new RowSelect(entity);
		this.text = text;
		this.packet = packet;
	}

	private ByteBuffer bytes(EntityManager entityManager, Object id, @Nullable Object version) {
		return this.text.bytes(this.select.content(entityManager, id, version));
	}

	@Override
	public int read(EntityManager entityManager, Object id, @Nullable Object version, long position,
			ByteBuffer target) {
		ByteBuffer bytes = bytes(entityManager, id, version);
		int start = (int) Math.min(position, bytes.limit());
		int length = Math.min(target.remaining(), bytes.limit() - start);
		target.put(bytes.slice(start, length));
		return length;
	}

	@Override
	public boolean isCostlyByRange(EntityManager entityManager, Object id, @Nullable Object version) {
		return true;
	}

	@Override
	public void readAll(EntityManager entityManager, Object id, @Nullable Object version, Consumer<ByteBuffer> target) {
		ByteBuffer bytes = bytes(entityManager, id, version);
		for (int start = 0; start < bytes.limit(); start += Content.PIECE_BYTES) {
			target.accept(bytes.slice(start, Math.min(Content.PIECE_BYTES, bytes.limit() - start)));
		}
	}

	@Override
	public long length(EntityManager entityManager, Object id, @Nullable Object version) {
		return bytes(entityManager, id, version).limit();
	}

	@Override
	public @Nullable String lengthOf(String entity) {
		return (this.database != DatabaseKind.OTHER) ? this.select.lengthOf(RangeFunctions.TEXT_LENGTH, entity) : null;
	}

	@Override
	public boolean isLengthCostly() {
		return true;
	}

	@Override
	public @Nullable String lengthInSql(String column) {
		return RangeFunctions.textLengthInSql(this.database, column);
	}

	@Override
	public void requireRoomFor(ContentSource source) {
		if (this.packet != null) {
			this.packet.requireRoomFor(source);
		}
	}

	@Override
	public void requireRoomFor(long bytes) {
		if (this.packet != null) {
			this.packet.requireRoomFor(bytes);
		}
	}

	@Override
	public boolean isLoadedWithRow() {
		return true;
	}

	@Override
	public String describe() {
		return "text, whole, as UTF-8";
	}

}
