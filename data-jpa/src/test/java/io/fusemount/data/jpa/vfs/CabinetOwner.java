package io.fusemount.data.jpa.vfs;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.cabinet.CabinetApplication;
import io.fusemount.data.jpa.cabinet.Folder;
import io.fusemount.data.jpa.cabinet.FolderRepository;
import io.fusemount.data.jpa.cabinet.Paper;
import io.fusemount.data.jpa.cabinet.PaperRepository;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * The application that owns folders and papers in a database.
 */
final class CabinetOwner extends DatabaseOwner implements ApplicationTree {

	private final FolderRepository folders;

	private final PaperRepository papers;

	private String base = "";

	/**
	 * Starts the application.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	CabinetOwner(String url, String contentExpression) {
		this(TestDatabase.start(url, CabinetApplication.class), contentExpression);
	}

	private CabinetOwner(ConfigurableApplicationContext context, String contentExpression) {
		super(context, "files", contentExpression);
		this.folders = context().getBean(FolderRepository.class);
		this.papers = context().getBean(PaperRepository.class);
	}

	/** Starts the application once more, as another node. */
	static CabinetOwner join(String url, String contentExpression) {
		return new CabinetOwner(TestDatabase.join(url, CabinetApplication.class), contentExpression);
	}

	/** Returns the directory as it is. */
	Directory directory() {
		return this.directory;
	}

	@Override
	void deleteAll() {
		this.base = "";
		this.jdbc.execute("delete from paper");
		this.jdbc.execute("update folder set parent_id = null");
		this.jdbc.execute("delete from folder");
	}

	/**
	 * Returns the directory with empty ones in it; names are those in the last of them.
	 */
	Directory emptyDirectory(String path) {
		emptyDirectory();
		String made = "";
		for (String name : path.split("/")) {
			made = made.isEmpty() ? name : made + "/" + name;
			makeDirectory(made);
		}
		this.base = path + "/";
		return this.directory;
	}

	List<String> statements() {
		return this.statements.all();
	}

	void forgetStatements() {
		this.statements.clear();
	}

	@Nullable Long folder(String path) {
		Long id = null;
		for (String name : path.isEmpty() ? new String[0] : path.split("/")) {
			List<Long> found = this.jdbc.queryForList("select id from folder where name = ? and "
					+ ((id == null) ? "parent_id is null" : "parent_id = " + id), Long.class, name);
			if (found.isEmpty()) {
				return -1L;
			}
			id = found.get(0);
		}
		return id;
	}

	private static String parent(String path) {
		return path.substring(0, Math.max(0, path.lastIndexOf('/')));
	}

	private static String last(String path) {
		return path.substring(path.lastIndexOf('/') + 1);
	}

	private @Nullable Folder load(String path) {
		Long id = folder(path);
		return (id != null) ? this.folders.findById(id).orElseThrow() : null;
	}

	private List<Long> paper(String path) {
		Long folder = folder(parent(path));
		return this.jdbc.queryForList("select id from paper where title = ? and "
				+ ((folder == null) ? "folder_id is null" : "folder_id = " + folder), Long.class, last(path));
	}

	@Override
	public void makeDirectory(String path) {
		inTransaction(() -> this.folders.save(new Folder(last(path), load(parent(path)))));
	}

	@Override
	public void put(String name, byte[] content) {
		String path = this.base + name;
		List<Long> known = paper(path);
		inTransaction(() -> {
			Paper paper = known.isEmpty() ? new Paper(last(path), load(parent(path)))
					: this.papers.findById(known.get(0)).orElseThrow();
			paper.setDocument(content);
			this.papers.save(paper);
		});
	}

	@Override
	public void move(String path, String newPath) {
		List<Long> known = paper(path);
		inTransaction(() -> {
			if (known.isEmpty()) {
				Objects.requireNonNull(load(path)).place(last(newPath), load(parent(newPath)));
			}
			else {
				this.papers.findById(known.get(0)).orElseThrow().place(last(newPath), load(parent(newPath)));
			}
		});
	}

	@Override
	public void noteSize(String name, long size) {
		this.jdbc.update("update paper set size = ? where id = ?", size, paper(this.base + name).get(0));
	}

	@Override
	public void remove(String name) {
		Long id = paper(this.base + name).get(0);
		inTransaction(() -> this.papers.deleteById(id));
	}

	@Override
	public byte @Nullable [] content(String name) {
		List<Long> id = paper(this.base + name);
		return id.isEmpty() ? null : this.jdbc
			.queryForObject("select " + this.contentExpression + " from paper where id = ?", byte[].class, id.get(0));
	}

	@Override
	public @Nullable NodeKey key(String name) {
		List<Long> id = paper(this.base + name);
		if (!id.isEmpty()) {
			return new NodeKey("Paper", id.get(0).toString());
		}
		Long folder = folder(this.base + name);
		return (folder != null && folder < 0) ? null : new NodeKey("Folder", String.valueOf(folder));
	}

	@Override
	public List<String> names(String path) {
		Long folder = folder(path);
		String where = (folder == null) ? " is null" : " = " + folder;
		return Stream
			.concat(this.jdbc.queryForList("select name from folder where parent_id" + where, String.class).stream(),
					this.jdbc.queryForList("select title from paper where folder_id" + where, String.class).stream())
			.sorted()
			.toList();
	}

	Gate holdBeforeCommit() {
		return this.transactions.holdBeforeCommit();
	}

	/** Whether a query that counts finds something. */
	boolean finds(String count) {
		Long found = this.jdbc.queryForObject(count, Long.class);
		return found != null && found > 0;
	}

}
