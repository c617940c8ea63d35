package io.fusemount.conformance.memory;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.CommitWatch;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The reference implementation of a writable {@link Directory}: behaves as rows of a
 * database with optimistic locking do, in memory. A test decides its
 * {@linkplain #troubles() troubles}, counts its {@linkplain #calls() calls}, and changes
 * its {@linkplain #application() rows} without the filesystem's knowledge.
 */
public class InMemoryDirectory implements Directory {

	private final Rows rows;

	private final Calls calls;

	private final Troubles troubles;

	private final String space;

	private final int pageSize;

	private final InstantSource clock;

	private final Instant created;

	/** The row of this directory, {@code null} for the outermost. */
	private final @Nullable Row row;

	private final Traits traits;

	/**
	 * Creates a writable directory that lists 100 entries a page.
	 * @param space the space in which its keys are unique
	 */
	public InMemoryDirectory(String space) {
		this(space, 100, true, InstantSource.system());
	}

	/**
	 * Creates a directory.
	 * @param space the space in which its keys are unique
	 * @param pageSize the number of entries of a page
	 * @param writable whether the filesystem can change it and its files
	 * @param clock the clock for the times of rows
	 */
	public InMemoryDirectory(String space, int pageSize, boolean writable, InstantSource clock) {
		this.rows = new Rows();
		this.calls = new Calls();
		this.troubles = new Troubles();
		this.space = space;
		this.pageSize = pageSize;
		this.clock = clock;
		this.created = clock.instant();
		this.row = null;
		this.traits = new Traits(writable);
	}

	/**
	 * Creates a directory of the same kind with a copy of all rows.
	 * @param other the outermost directory with the rows
	 */
	InMemoryDirectory(InMemoryDirectory other) {
		this(other, new Rows(other.rows), new Calls(), new Troubles(), null);
	}

	private InMemoryDirectory(InMemoryDirectory outer, Row row) {
		this(outer, outer.rows, outer.calls, outer.troubles, row);
	}

	private InMemoryDirectory(InMemoryDirectory other, Rows rows, Calls calls, Troubles troubles, @Nullable Row row) {
		this.rows = rows;
		this.calls = calls;
		this.troubles = troubles;
		this.row = row;
		this.space = other.space;
		this.pageSize = other.pageSize;
		this.clock = other.clock;
		this.created = (row != null) ? row.created() : other.created;
		this.traits = other.traits;
	}

	/**
	 * Returns a directory of the same kind with a copy of all rows.
	 */
	public InMemoryDirectory copy() {
		return new InMemoryDirectory(this);
	}

	/**
	 * Keeps owner, group or mode of its files and directories.
	 */
	public InMemoryDirectory keeping(Ownership.Part... parts) {
		this.traits.kept = Set.of(parts);
		return this;
	}

	@Override
	public Ownership ownership() {
		return (this.row != null) ? this.row.ownership() : Ownership.NONE;
	}

	@Override
	public Set<Ownership.Part> keeps() {
		return (this.row != null) ? this.traits.kept : Set.of();
	}

	@Override
	public Set<Ownership.Part> keepsOfNew(boolean directories) {
		return this.traits.kept;
	}

	@Override
	public Directory update(Ownership changes, AttributeValues attributes) {
		this.traits.requireWritable();
		Row known = Objects.requireNonNull(this.row);
		return new InMemoryDirectory(this, call(Call.UPDATE,
				() -> this.rows.update(known, null, known.modified(), changes.only(this.traits.kept))));
	}

	/**
	 * Supports directories in this one, to any depth.
	 */
	public InMemoryDirectory nested() {
		this.traits.nested = true;
		return this;
	}

	private long id() {
		return (this.row != null) ? this.row.id() : 0;
	}

	/**
	 * Makes the files accept patches, as a database does that can write ranges.
	 */
	public InMemoryDirectory patchable() {
		this.traits.patchable = true;
		return this;
	}

	/**
	 * Refuses to create files, as a database does that requires a value which nothing
	 * provides.
	 */
	public InMemoryDirectory refusingNewFiles(String reason) {
		this.traits.refusal = reason;
		return this;
	}

	/**
	 * Limits names to the given number of characters, as a column does.
	 */
	public InMemoryDirectory withNamesOf(int characters) {
		this.traits.longestName = characters;
		return this;
	}

	@Override
	public @Nullable String refusesNewFiles() {
		return this.traits.refusal;
	}

	@Override
	public void requireNewFile(Name name) {
		Directory.super.requireNewFile(name);
		this.traits.requireRoomFor(name);
	}

	/**
	 * Returns the counter of the filesystem's calls.
	 */
	public Calls calls() {
		return this.calls;
	}

	/**
	 * Returns the failures that a test has requested.
	 */
	public Troubles troubles() {
		return this.troubles;
	}

	/**
	 * Returns the application, the other user of the rows.
	 */
	public InMemoryApplication application() {
		return new InMemoryApplication(this.space, this.rows, this.clock, id());
	}

	@Override
	public NodeKey key() {
		return (this.row != null) ? key(this.row.id()) : new NodeKey(this.space, "");
	}

	NodeKey key(long id) {
		return new NodeKey(this.space, Long.toString(id));
	}

	@Override
	public Attributes attributes() {
		return Attributes.directory(this.created, this.traits.writable);
	}

	@Override
	public void requireRoomFor(long bytes) {
		this.troubles.requireRoomFor(bytes);
	}

	@Override
	public boolean canCreate() {
		return this.traits.writable;
	}

	@Override
	public boolean canDelete() {
		return this.traits.writable;
	}

	Traits traits() {
		return this.traits;
	}

	@Override
	public @Nullable Node find(Name name) {
		Row found = call(Call.FIND, () -> this.rows.find(id(), name));
		return (found != null) ? node(found) : null;
	}

	private Node node(Row found) {
		return found.directory() ? new InMemoryDirectory(this, found) : new InMemoryFile(this, found);
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		// One more than the page holds shows whether there is a next page.
		List<Row> found = call(Call.LIST,
				() -> this.rows.after(id(), (position != null) ? Long.parseLong(position) : 0)
					.stream()
					.limit(this.pageSize + 1L)
					.toList());
		boolean more = found.size() > this.pageSize;
		List<Row> page = more ? found.subList(0, this.pageSize) : found;
		String next = more ? Long.toString(page.get(page.size() - 1).id()) : null;
		return new DirectoryPage(page.stream().map((row) -> new DirectoryEntry(row.name(), node(row))).toList(), next);
	}

	@Nullable Row fetch(long id) {
		return call(Call.READ, () -> this.rows.find(id));
	}

	@Override
	public RegularFile create(Name name, FileChanges initial) {
		this.traits.requireWritable();
		requireNewFile(name);
		return new InMemoryFile(this, call(Call.CREATE, () -> insert(name, initial)));
	}

	private Row insert(Name name, FileChanges initial) {
		ContentSource source = initial.content();
		byte[] content = (source != null) ? load(new byte[0], source) : new byte[0];
		Instant now = this.clock.instant();
		return this.rows.insert(id(), name, content, Objects.requireNonNullElse(initial.created(), now),
				(initial.modified() != null) ? initial.modified() : Objects.requireNonNullElse(initial.changed(), now),
				initial.ownership().only(this.traits.kept));
	}

	RegularFile update(Row known, FileChanges changes) {
		this.traits.requireWritable();
		return new InMemoryFile(this, call(Call.UPDATE, () -> change(known, changes)));
	}

	private Row change(Row known, FileChanges changes) {
		ContentSource source = changes.content();
		byte[] content = (source != null) ? load(known.content(), source) : null;
		Instant modified = changes.modified();
		if (modified == null) {
			modified = (content != null) ? Objects.requireNonNullElseGet(changes.changed(), this.clock::instant)
					: known.modified();
		}
		return this.rows.update(known, content, modified, changes.ownership().only(this.traits.kept));
	}

	@Override
	public void delete(RegularFile file) {
		this.traits.requireWritable();
		call(Call.DELETE, () -> this.rows.remove(((InMemoryFile) file).row().id()));
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		this.traits.requireWritable();
		this.traits.requireRoomFor(target);
		Row replacedRow = (replaced != null) ? ((InMemoryFile) replaced).row() : null;
		return new InMemoryFile(this,
				call(Call.RENAME, () -> this.rows.rename(((InMemoryFile) source).row(), id(), target, replacedRow)));
	}

	@Override
	public boolean takesFrom(Directory other, @Nullable Node node) {
		return this.traits.nested && other instanceof InMemoryDirectory directory && directory.rows == this.rows;
	}

	@Override
	public boolean hasDirectories() {
		return this.traits.nested;
	}

	@Override
	public List<DirectoryEntry> fixedDirectories() {
		return this.rows.after(id(), 0)
			.stream()
			.filter(Row::fixed)
			.map((fixed) -> new DirectoryEntry(fixed.name(), node(fixed)))
			.toList();
	}

	@Override
	public boolean canCreateDirectories() {
		return this.traits.nested && this.traits.writable;
	}

	@Override
	public boolean isFixed() {
		return this.row != null && this.row.fixed();
	}

	@Override
	public @Nullable Directory findDirectory(NodeKey key) {
		Row found = (this.traits.nested && key.space().equals(this.space) && !key.id().isEmpty())
				? this.rows.find(Long.parseLong(key.id())) : null;
		return (found != null && found.directory()) ? new InMemoryDirectory(this, found) : null;
	}

	@Override
	public Directory createDirectory(Name name, Ownership initial) {
		this.traits.requireWritable();
		this.traits.requireRoomFor(name);
		return new InMemoryDirectory(this, call(Call.CREATE,
				() -> this.rows.insertDirectory(id(), name, this.clock.instant(), initial.only(this.traits.kept))));
	}

	@Override
	public void deleteDirectory(Directory directory) {
		this.traits.requireWritable();
		call(Call.DELETE, () -> this.rows.removeDirectory(((InMemoryDirectory) directory).id()));
	}

	@Override
	public Directory renameDirectory(Directory source, Name target, @Nullable Directory replaced) {
		this.traits.requireWritable();
		this.traits.requireRoomFor(target);
		Row moved = Objects.requireNonNull(((InMemoryDirectory) source).row);
		Row removed = (replaced != null) ? ((InMemoryDirectory) replaced).row : null;
		return new InMemoryDirectory(this,
				call(Call.RENAME, () -> this.rows.renameDirectory(moved, id(), target, removed)));
	}

	private <T extends @Nullable Object> T call(Call call, Supplier<T> work) {
		this.calls.increment(call);
		this.troubles.before(call);
		T result = work.get();
		if (result instanceof Row stored && call.isWrite()) {
			CommitWatch.foresee(key(stored.id()), Long.toString(stored.version()));
		}
		this.troubles.after(call);
		return result;
	}

	private byte[] load(byte[] known, ContentSource source) {
		byte[] content = (this.traits.patchable && source instanceof ContentPatch patch) ? Uploads.patched(known, patch)
				: Uploads.whole(source);
		this.troubles.check(content);
		return content;
	}

}
