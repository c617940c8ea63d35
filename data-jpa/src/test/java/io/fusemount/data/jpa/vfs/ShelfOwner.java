package io.fusemount.data.jpa.vfs;

import java.util.List;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.shelf.Sheet;
import io.fusemount.data.jpa.shelf.SheetRepository;
import io.fusemount.data.jpa.shelf.ShelfApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The application whose rows belong to users.
 */
final class ShelfOwner extends DatabaseOwner {

	private final SheetRepository sheets;

	/** Starts the application. */
	ShelfOwner(String url) {
		super(TestDatabase.start(url, ShelfApplication.class), "files", "document");
		this.sheets = context().getBean(SheetRepository.class);
	}

	/** Returns the directory as it is. */
	Directory directory() {
		return this.directory;
	}

	@Override
	void deleteAll() {
		this.jdbc.execute("delete from sheet");
		this.jdbc.execute("update tray set parent_id = null");
		this.jdbc.execute("delete from tray");
	}

	private List<Long> ids(String name) {
		return this.jdbc.queryForList("select id from sheet where name = ?", Long.class, name);
	}

	@Override
	public void put(String name, byte[] content) {
		inTransaction(() -> this.sheets.save(new Sheet(name, content)));
	}

	@Override
	public void noteSize(String name, long size) {
		this.jdbc.update("update sheet set size = ? where name = ?", size, name);
	}

	@Override
	public void remove(String name) {
		inTransaction(() -> this.sheets.deleteAllById(ids(name)));
	}

	@Override
	public byte @Nullable [] content(String name) {
		return this.jdbc.queryForList("select document from sheet where name = ?", byte[].class, name)
			.stream()
			.findFirst()
			.orElse(null);
	}

	@Override
	public @Nullable NodeKey key(String name) {
		return ids(name).stream().findFirst().map((id) -> new NodeKey("Sheet", id.toString())).orElse(null);
	}

}
