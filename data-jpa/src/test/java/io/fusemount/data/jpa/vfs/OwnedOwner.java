package io.fusemount.data.jpa.vfs;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import io.fusemount.conformance.rights.OwnedRow;
import io.fusemount.conformance.rights.OwnedRows;
import io.fusemount.conformance.rights.RightsFixture;
import io.fusemount.conformance.rights.User;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.core.node.NodeKey;
import io.fusemount.data.jpa.owned.Owned;
import io.fusemount.data.jpa.owned.OwnedApplication;
import io.fusemount.data.jpa.support.TestDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The application that owns files and folders in a database, by plain SQL: what it knows
 * of rights is what the rows say.
 */
final class OwnedOwner extends DatabaseOwner implements OwnedRows {

	private final Sql sql;

	private final Place place;

	private @Nullable Long base;

	private @Nullable Snapshot snapshot;

	private long changes;

	/**
	 * Starts the application.
	 * @param place the directory under test
	 */
	OwnedOwner(String url, Sql sql, Place place) {
		super(TestDatabase.start(url, OwnedApplication.class), place.directory, sql.content);
		this.sql = sql;
		this.place = place;
	}

	/** Returns a fixture around empty tables. */
	RightsFixture fixture(Duration timeToLive) {
		NodeFileSystemFixture files = new NodeFileSystemFixture(emptyDirectory(), this, this.place.path, timeToLive);
		return new RightsFixture(files, this, this.place.hasFolders(), true, files::reopened);
	}

	@Override
	void deleteAll() {
		update("delete from " + this.place.table);
		update("update folder set parent_id = null, name = concat('gone ', id)");
		update("delete from folder");
		this.base = null;
		if (this.place == Place.FOLDER) {
			insertFolder("base", Owned.EVERYBODY, true);
			this.base = this.jdbc.queryForObject("select id from folder", Long.class);
			this.changes++;
		}
	}

	private void update(String statement, @Nullable Object... values) {
		this.jdbc.update(statement, values);
		this.changes++;
	}

	@Override
	public void insert(OwnedRow row) {
		byte[] content = row.content().getBytes(StandardCharsets.UTF_8);
		boolean folders = this.place.hasFolders();
		update("insert into " + this.place.table + " (name, " + (folders ? "folder_id" : "kind")
				+ ", owner, read_only, version, size, modified, document) values (?, ?, ?, ?, 0, ?, " + this.sql.now
				+ ", " + this.sql.value + ")", last(row.name()), folders ? folder(row.name()) : "k", row.owner().name(),
				row.readOnly(), content.length, content);
	}

	@Override
	public void makeDirectory(String path, User owner, boolean readOnly) {
		insertFolder(path, owner.name(), readOnly);
	}

	private void insertFolder(String path, String owner, boolean readOnly) {
		update("insert into folder (name, parent_id, owner, read_only, version) values (?, ?, ?, ?, 0)", last(path),
				folder(path), owner, readOnly);
	}

	@Override
	public void give(String name, User owner) {
		update(name, "owner = ?", owner.name());
	}

	@Override
	public void protect(String name, boolean readOnly) {
		update(name, "read_only = ?", readOnly);
	}

	private void update(String name, String column, Object value) {
		NodeKey key = key(name);
		update("update " + key.space().toLowerCase(Locale.ROOT) + " set " + column + " where id = ?", value, id(key));
	}

	@Override
	public void change(String name, String content) {
		put(name, content.getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public void put(String name, byte[] content) {
		update("update " + this.place.table + " set document = " + this.sql.value
				+ ", size = ?, version = version + 1, modified = " + this.sql.now + " where id = ?", content,
				content.length, id(key(name)));
	}

	@Override
	public void noteSize(String name, long size) {
		update(name, "size = ?", size);
	}

	@Override
	public void rename(String name, String newName) {
		update(name, "version = version + 1, name = ?", last(newName));
	}

	@Override
	public void remove(String name) {
		if (find(name) != null) {
			update("delete from " + this.place.table + " where id = ?", id(key(name)));
		}
	}

	@Override
	public byte @Nullable [] content(String name) {
		OwnedRow row = find(name);
		return (row != null) ? row.content().getBytes(StandardCharsets.UTF_8) : null;
	}

	@Override
	public List<OwnedRow> all() {
		return snapshot().files.values().stream().filter((row) -> !row.name().contains("/")).toList();
	}

	@Override
	public @Nullable OwnedRow find(String name) {
		return snapshot().files.get(name);
	}

	@Override
	public NodeKey key(String name) {
		return Objects.requireNonNull(snapshot().keys.get(name), () -> "There is no row " + name);
	}

	private static long id(NodeKey key) {
		return Long.parseLong(key.id());
	}

	private static String last(String path) {
		return path.substring(path.lastIndexOf('/') + 1);
	}

	private @Nullable Long folder(String path) {
		int slash = path.lastIndexOf('/');
		return (slash < 0) ? this.base : Long.valueOf(id(key(path.substring(0, slash))));
	}

	/** The checker asks for all rows all the time: they are read again after changes. */
	private Snapshot snapshot() {
		long version = this.changes + this.transactions.ended();
		Snapshot last = this.snapshot;
		if (last == null || last.version != version) {
			last = read(version);
			this.snapshot = last;
		}
		return last;
	}

	private Snapshot read(long version) {
		Snapshot read = new Snapshot(version, new TreeMap<>(), new TreeMap<>());
		Map<Long, Map<String, Object>> folders = new HashMap<>();
		this.jdbc.queryForList("select id, name, parent_id as parent from folder")
			.forEach((row) -> folders.put(((Number) row.get("id")).longValue(), row));
		folders.forEach((id, row) -> read.keys.put(path(row, folders), new NodeKey("Folder", id.toString())));
		String parent = this.place.hasFolders() ? "folder_id" : "null";
		this.jdbc.query("select id, name, owner, read_only, " + parent + " as parent, " + this.contentExpression
				+ " as content from " + this.place.table, (row) -> {
					String path = path(row.getString("name"), (Number) row.getObject("parent"), folders);
					byte[] content = Objects.requireNonNullElse(row.getBytes("content"), new byte[0]);
					read.files.put(path, new OwnedRow(path, User.valueOf(row.getString("owner")),
							row.getBoolean("read_only"), new String(content, StandardCharsets.UTF_8)));
					read.keys.put(path, new NodeKey(this.place.entity, row.getString("id")));
				});
		return read;
	}

	private String path(Map<String, Object> folder, Map<Long, Map<String, Object>> folders) {
		return path(String.valueOf(folder.get("name")), (Number) folder.get("parent"), folders);
	}

	/** Returns the path below the directory under test; others begin with a slash. */
	private String path(String name, @Nullable Number parent, Map<Long, Map<String, Object>> folders) {
		Long in = (parent != null) ? parent.longValue() : null;
		if (Objects.equals(in, this.base)) {
			return name;
		}
		return ((in != null) ? path(Objects.requireNonNull(folders.get(in)), folders) : "") + "/" + name;
	}

	/**
	 * What is stored.
	 *
	 * @param version counts changes
	 * @param files the files by their paths
	 * @param keys the keys of files and folders by their paths
	 */
	private record Snapshot(long version, Map<String, OwnedRow> files, Map<String, NodeKey> keys) {

	}

	/** A directory to test. */
	enum Place {

		/** Letters and folders. */
		TOP("files", "/files", "Letter"),

		/** A folder with letters and folders. */
		FOLDER("files", "/files/base", "Letter"),

		/** Notes. */
		NOTES("notes", "/files", "Note"),

		/** Cards, of which their repository says who sees them. */
		CARDS("cards", "/files", "Card"),

		/** Slips of a value, of which a bean says who sees them. */
		SLIPS("slips", "/files/k", "Slip"),

		/** Dockets, of which a bean says who sees them. */
		DRAWER("drawer", "/files", "Docket"),

		/** Memos of a value, whose directory is there for who sees one of them. */
		VALUE("kinds", "/files/k", "Memo");

		private final String directory;

		private final String path;

		private final String entity;

		private final String table;

		Place(String directory, String path, String entity) {
			this.directory = directory;
			this.path = path;
			this.entity = entity;
			this.table = entity.toLowerCase(Locale.ROOT);
		}

		private boolean hasFolders() {
			return this.directory.equals("files");
		}

	}

	/** How a database writes what it has no standard for. */
	enum Sql {

		/** H2. */
		H2("document", "?", "current_timestamp"),

		/** PostgreSQL, with large objects. */
		POSTGRES("lo_get(document)", "lo_from_bytea(0, ?)", "current_timestamp"),

		/** MariaDB. */
		MARIADB("document", "?", "utc_timestamp(6)");

		private final String content;

		private final String value;

		private final String now;

		Sql(String content, String value, String now) {
			this.content = content;
			this.value = value;
			this.now = now;
		}

	}

}
