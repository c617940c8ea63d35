package io.fusemount.data.jpa.vfs;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.vfs.Application;
import io.fusemount.conformance.vfs.ApplicationTree;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.JpaDirectories;
import io.fusemount.data.jpa.JpaSettings;
import io.fusemount.data.jpa.cabinet.CabinetApplication;
import io.fusemount.data.jpa.cabinet.Folder;
import io.fusemount.data.jpa.cabinet.FolderRepository;
import io.fusemount.data.jpa.cabinet.Paper;
import io.fusemount.data.jpa.cabinet.PaperRepository;
import io.fusemount.data.jpa.mapping.DetectionStrategy;
import io.fusemount.data.jpa.support.ObservedTransactionManager;
import io.fusemount.data.jpa.support.Statements;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application that owns folders and papers in a database.
 */
final class CabinetOwner implements Application, ApplicationTree, AutoCloseable {

	private static final int PAGE_SIZE = 7;

	private final ConfigurableApplicationContext context;

	private final FolderRepository folders;

	private final PaperRepository papers;

	private final ObservedTransactionManager transactions;

	private final Statements statements;

	private final JdbcTemplate jdbc;

	private final String contentExpression;

	private final Directory directory;

	private String base = "";

	/**
	 * Starts the application.
	 * @param contentExpression the SQL for the bytes of the column {@code document}
	 */
	CabinetOwner(String url, String contentExpression) {
		this.context = TestDatabase.start(url, CabinetApplication.class);
		this.folders = this.context.getBean(FolderRepository.class);
		this.papers = this.context.getBean(PaperRepository.class);
		this.transactions = this.context.getBean(ObservedTransactionManager.class);
		this.statements = this.context.getBean(Statements.class);
		this.jdbc = new JdbcTemplate(this.context.getBean(javax.sql.DataSource.class));
		this.contentExpression = contentExpression;
		JpaSettings settings = new JpaSettings(DetectionStrategy.ANNOTATED, false, PAGE_SIZE, Duration.ofSeconds(30),
				64L << 20);
		this.directory = Objects.requireNonNull(new JpaDirectories(this.context.getBeanFactory(), settings,
				new DatabasePermits(4, Duration.ofSeconds(10)))
			.directories()
			.get("files"));
	}

	/** Returns the directory, empty. */
	Directory emptyDirectory() {
		this.base = "";
		this.transactions.reset();
		this.statements.clear();
		this.jdbc.execute("delete from paper");
		this.jdbc.execute("update folder set parent_id = null");
		this.jdbc.execute("delete from folder");
		return this.directory;
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
	public boolean takes(long bytes) {
		try {
			this.directory.requireRoomFor(bytes);
			return true;
		}
		catch (ErrnoException ex) {
			return false;
		}
	}

	@Override
	public void remove(String name) {
		Long id = paper(this.base + name).get(0);
		inTransaction(() -> this.papers.deleteById(id));
	}

	private void inTransaction(Runnable work) {
		this.transactions.asApplication(() -> {
			new TransactionTemplate(this.transactions).executeWithoutResult((status) -> work.run());
			return null;
		});
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

	@Override
	public long commits() {
		return this.transactions.writes();
	}

	@Override
	public long lookups() {
		return this.transactions.reads() - fetches();
	}

	@Override
	public long fetches() {
		return this.statements.fetches();
	}

	@Override
	public void failNextCommit(Errno errno) {
		this.transactions.failNextWrite(errno);
	}

	@Override
	public Gate holdCommits() {
		return this.transactions.holdWrites();
	}

	@Override
	public void close() {
		this.context.close();
	}

}
