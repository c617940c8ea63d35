package io.fusemount.conformance.rights;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.fusemount.conformance.memory.Access;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.memory.GuardedDirectory;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.memory.Rights;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Rows with owners in memory.
 */
public final class InMemoryOwnedRows implements OwnedRows, Rights {

	/** The columns of a row that decide who may do what. */
	private record Ownership(User owner, boolean readOnly) {

	}

	private final InMemoryDirectory files = new InMemoryDirectory("letters", 7, true, InstantSource.system()).nested();

	private final InMemoryOwner application = new InMemoryOwner(this.files);

	private final Map<NodeKey, Ownership> ownership = new ConcurrentHashMap<>();

	/**
	 * Creates a fixture around an empty table.
	 * @param timeToLive how long names are cached
	 */
	public static RightsFixture fixture(Duration timeToLive) {
		InMemoryOwnedRows rows = new InMemoryOwnedRows();
		return rows.fixture(new GuardedDirectory(rows.files, rows), timeToLive);
	}

	/**
	 * Creates a fixture without any guard, which proves that the kit would find a leak.
	 */
	public static RightsFixture unguarded() {
		InMemoryOwnedRows rows = new InMemoryOwnedRows();
		return rows.fixture(rows.files, Duration.ZERO);
	}

	private RightsFixture fixture(Directory directory, Duration timeToLive) {
		NodeFileSystemFixture around = new NodeFileSystemFixture(directory, this.application, "/files", timeToLive);
		return new RightsFixture(around, this, true, true, around::reopened);
	}

	@Override
	public @Nullable Object audience(int uid) {
		User user = User.of(uid);
		return (user == User.STRANGER) ? null : (user != null) ? user.audience() : "nobody " + uid;
	}

	@Override
	public Access of(Object audience, NodeKey row) {
		Ownership found = this.ownership.get(row);
		if (!(audience instanceof User user)) {
			return Access.NONE;
		}
		// Between the creation of a row and that of its columns there is nothing to see.
		return (found != null) ? user.access(found.owner, found.readOnly) : Access.NONE;
	}

	@Override
	public void creating(@Nullable Object audience, NodeKey row, Name name) {
		User creator = (audience instanceof User user) ? user : User.ADMIN;
		this.ownership.put(row, new Ownership(User.ownerOf(name.value(), creator), false));
	}

	@Override
	public void insert(OwnedRow row) {
		this.application.put(row.name(), row.content().getBytes(StandardCharsets.UTF_8));
		this.ownership.put(key(row.name()), new Ownership(row.owner(), row.readOnly()));
	}

	@Override
	public void makeDirectory(String path, User owner, boolean readOnly) {
		this.application.makeDirectory(path);
		this.ownership.put(key(path), new Ownership(owner, readOnly));
	}

	@Override
	public void give(String name, User owner) {
		this.ownership.put(key(name), new Ownership(owner, ownership(name).readOnly));
	}

	@Override
	public void protect(String name, boolean readOnly) {
		this.ownership.put(key(name), new Ownership(ownership(name).owner, readOnly));
	}

	private Ownership ownership(String name) {
		return Objects.requireNonNull(this.ownership.get(key(name)), () -> "Nobody owns " + name);
	}

	@Override
	public void change(String name, String content) {
		this.application.put(name, content.getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public void rename(String name, String newName) {
		this.application.move(name, newName);
	}

	@Override
	public void remove(String name) {
		this.application.remove(name);
	}

	@Override
	public List<OwnedRow> all() {
		return this.files.application()
			.names()
			.stream()
			.filter((name) -> !this.files.application().isDirectory(name))
			.map(this::get)
			.toList();
	}

	@Override
	public @Nullable OwnedRow find(String name) {
		byte[] content = this.application.content(name);
		if (content == null) {
			return null;
		}
		Ownership found = ownership(name);
		return new OwnedRow(name, found.owner, found.readOnly, new String(content, StandardCharsets.UTF_8));
	}

	@Override
	public NodeKey key(String name) {
		return Objects.requireNonNull(this.application.key(name), () -> "There is no row " + name);
	}

	@Override
	public void failNextCommit(Errno errno) {
		this.application.failNextCommit(errno);
	}

	@Override
	public Gate holdCommits() {
		return this.application.holdCommits();
	}

}
