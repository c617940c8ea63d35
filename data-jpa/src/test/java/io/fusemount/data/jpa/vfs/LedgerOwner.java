package io.fusemount.data.jpa.vfs;

import java.util.List;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.ledger.LedgerApplication;
import io.fusemount.data.jpa.ledger.Page;
import io.fusemount.data.jpa.ledger.PageRepository;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The application whose rows have a quota.
 */
final class LedgerOwner extends DatabaseOwner {

	private final PageRepository pages;

	/** Starts the application. */
	LedgerOwner(String url) {
		super(TestDatabase.start(url, LedgerApplication.class), "pages", "document");
		this.pages = context().getBean(PageRepository.class);
	}

	/** Returns the directory, empty, of a node that has measured nothing yet. */
	Directory fresh() {
		emptyDirectory();
		return newDirectory("pages");
	}

	@Override
	void deleteAll() {
		this.jdbc.execute("delete from page");
	}

	private List<Long> ids(String name) {
		return this.jdbc.queryForList("select id from page where name = ?", Long.class, name);
	}

	@Override
	public void put(String name, byte[] content) {
		inTransaction(() -> this.pages.save(new Page(name, content)));
	}

	@Override
	public void noteSize(String name, long size) {
		this.jdbc.update("update page set size = ? where name = ?", size, name);
	}

	@Override
	public void remove(String name) {
		inTransaction(() -> this.pages.deleteAllById(ids(name)));
	}

	@Override
	public byte @Nullable [] content(String name) {
		return this.jdbc.queryForList("select document from page where name = ?", byte[].class, name)
			.stream()
			.findFirst()
			.orElse(null);
	}

	@Override
	public @Nullable NodeKey key(String name) {
		return ids(name).stream().findFirst().map((id) -> new NodeKey("Page", id.toString())).orElse(null);
	}

}
