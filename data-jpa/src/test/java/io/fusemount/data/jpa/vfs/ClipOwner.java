package io.fusemount.data.jpa.vfs;

import java.io.ByteArrayOutputStream;
import java.util.List;

import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.pieces.Clip;
import io.fusemount.data.jpa.pieces.ClipRepository;
import io.fusemount.data.jpa.pieces.PieceApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns the clips in a database, which are in pieces.
 */
final class ClipOwner extends DatabaseOwner {

	private final ClipRepository clips;

	ClipOwner(String url) {
		super(TestDatabase.start(url, PieceApplication.class), "clips", "");
		this.clips = context().getBean(ClipRepository.class);
	}

	@Override
	void deleteAll() {
		this.jdbc.execute("delete from clip_content");
		this.jdbc.execute("delete from clip");
	}

	@Override
	public void put(String name, byte[] content) {
		inTransaction(() -> {
			Clip clip = this.clips.findByName(name).orElseGet(() -> new Clip(name));
			clip.setContent(content);
			this.clips.save(clip);
		});
	}

	@Override
	public void noteSize(String name, long size) {
		this.jdbc.update("update clip set size = ? where name = ?", size, name);
	}

	@Override
	public void remove(String name) {
		inTransaction(() -> this.clips.delete(this.clips.findByName(name).orElseThrow()));
	}

	@Override
	public byte @Nullable [] content(String name) {
		if (key(name) == null) {
			return null;
		}
		ByteArrayOutputStream content = new ByteArrayOutputStream();
		this.jdbc
			.queryForList("select c.bytes from clip_content c join clip p on p.id = c.clip_id where p.name = ? "
					+ "order by c.number", byte[].class, name)
			.forEach(content::writeBytes);
		return content.toByteArray();
	}

	@Override
	public @Nullable NodeKey key(String name) {
		List<String> ids = this.jdbc.queryForList("select id from clip where name = ?", String.class, name);
		return ids.isEmpty() ? null : new NodeKey("Clip", ids.get(0));
	}

}
