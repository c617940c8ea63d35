package io.fusemount.conformance.memory;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import io.fusemount.core.node.ContentSource;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
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

	private final boolean writable;

	private final InstantSource clock;

	private final Instant created;

	/** The row of this directory, {@code null} for the outermost. */
	private final @Nullable Row row;

	private boolean patchable;

	private boolean nested;

	private @Nullable String refusal;

	private int longestName = Name.MAX_BYTES;

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
		this.writable = writable;
		this.clock = clock;
		this.created = clock.instant();
		this.row = null;
	}

	private InMemoryDirectory(InMemoryDirectory outer, Row row) {
		this.rows = outer.rows;
		this.calls = outer.calls;
		this.troubles = outer.troubles;
		this.space = outer.space;
		this.pageSize = outer.pageSize;
		this.writable = outer.writable;
		this.clock = outer.clock;
		this.created = row.created();
		this.patchable = outer.patchable;
		this.nested = true;
		this.refusal = outer.refusal;
		this.longestName = outer.longestName;
		this.row = row;
	}

	/**
	 * Supports directories in this one, to any depth.
	 */
	public InMemoryDirectory nested() {
		this.nested = true;
		return this;
	}

	private long id() {
		return (this.row != null) ? this.row.id() : 0;
	}

	/**
	 * Makes the files accept patches, as a database does that can write ranges.
	 */
	public InMemoryDirectory patchable() {
		this.patchable = true;
		return this;
	}

	/**
	 * Refuses to create files, as a database does that requires a value which nothing
	 * provides.
	 */
	public InMemoryDirectory refusingNewFiles(String reason) {
		this.refusal = reason;
		return this;
	}

	/**
	 * Limits names to the given number of characters, as a column does.
	 */
	public InMemoryDirectory withNamesOf(int characters) {
		this.longestName = characters;
		return this;
	}

	@Override
	public @Nullable String refusesNewFiles() {
		return this.refusal;
	}

	@Override
	public void requireNewFile(Name name) {
		Directory.super.requireNewFile(name);
		requireRoomFor(name);
	}

	private void requireRoomFor(Name name) {
		if (name.value().codePointCount(0, name.value().length()) > this.longestName) {
			throw new ErrnoException(Errno.ENAMETOOLONG, "A name has " + this.longestName + " characters at most",
					"Allow longer ones", null);
		}
	}

	boolean isPatchable() {
		return this.patchable;
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
		return Attributes.directory(this.created, this.writable);
	}

	@Override
	public void requireRoomFor(long bytes) {
		this.troubles.requireRoomFor(bytes);
	}

	@Override
	public boolean canCreate() {
		return this.writable;
	}

	@Override
	public boolean canDelete() {
		return this.writable;
	}

	boolean isWritable() {
		return this.writable;
	}

	@Override
	public @Nullable Node find(Name name) {
		begin(Call.FIND);
		Row found = this.rows.find(id(), name);
		return (found != null) ? node(found) : null;
	}

	private Node node(Row found) {
		return found.directory() ? new InMemoryDirectory(this, found) : new InMemoryFile(this, found);
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		begin(Call.LIST);
		// One more than the page holds shows whether there is a next page.
		List<Row> found = this.rows.after(id(), (position != null) ? Long.parseLong(position) : 0)
			.stream()
			.limit(this.pageSize + 1L)
			.toList();
		boolean more = found.size() > this.pageSize;
		List<Row> page = more ? found.subList(0, this.pageSize) : found;
		String next = more ? Long.toString(page.get(page.size() - 1).id()) : null;
		return new DirectoryPage(page.stream().map((row) -> new DirectoryEntry(row.name(), node(row))).toList(), next);
	}

	@Nullable Row fetch(long id) {
		begin(Call.READ);
		return this.rows.find(id);
	}

	@Override
	public RegularFile create(Name name, FileChanges initial) {
		requireWritable();
		requireNewFile(name);
		begin(Call.CREATE);
		ContentSource source = initial.content();
		byte[] content = (source != null) ? load(source) : new byte[0];
		Instant now = this.clock.instant();
		return new InMemoryFile(this,
				this.rows.insert(id(), name, content, Objects.requireNonNullElse(initial.created(), now),
						(initial.modified() != null) ? initial.modified()
								: Objects.requireNonNullElse(initial.changed(), now)));
	}

	RegularFile update(Row known, FileChanges changes) {
		requireWritable();
		begin(Call.UPDATE);
		ContentSource source = changes.content();
		byte[] content = (source != null) ? load(known, source) : null;
		Instant modified = changes.modified();
		if (modified == null) {
			modified = (content != null) ? Objects.requireNonNullElseGet(changes.changed(), this.clock::instant)
					: known.modified();
		}
		return new InMemoryFile(this, this.rows.update(known, content, modified));
	}

	@Override
	public void delete(RegularFile file) {
		requireWritable();
		begin(Call.DELETE);
		this.rows.remove(((InMemoryFile) file).row().id());
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		requireWritable();
		requireRoomFor(target);
		begin(Call.RENAME);
		Row replacedRow = (replaced != null) ? ((InMemoryFile) replaced).row() : null;
		return new InMemoryFile(this, this.rows.rename(((InMemoryFile) source).row(), id(), target, replacedRow));
	}

	@Override
	public boolean takesFrom(Directory other, @Nullable Node node) {
		return this.nested && other instanceof InMemoryDirectory directory && directory.rows == this.rows;
	}

	@Override
	public boolean hasDirectories() {
		return this.nested;
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
		return this.nested && this.writable;
	}

	@Override
	public boolean isFixed() {
		return this.row != null && this.row.fixed();
	}

	@Override
	public @Nullable Directory findDirectory(NodeKey key) {
		Row found = (this.nested && key.space().equals(this.space) && !key.id().isEmpty())
				? this.rows.find(Long.parseLong(key.id())) : null;
		return (found != null && found.directory()) ? new InMemoryDirectory(this, found) : null;
	}

	@Override
	public Directory createDirectory(Name name) {
		requireWritable();
		requireRoomFor(name);
		begin(Call.CREATE);
		return new InMemoryDirectory(this, this.rows.insertDirectory(id(), name, this.clock.instant()));
	}

	@Override
	public void deleteDirectory(Directory directory) {
		requireWritable();
		begin(Call.DELETE);
		this.rows.removeDirectory(((InMemoryDirectory) directory).id());
	}

	@Override
	public Directory renameDirectory(Directory source, Name target, @Nullable Directory replaced) {
		requireWritable();
		requireRoomFor(target);
		begin(Call.RENAME);
		Row moved = Objects.requireNonNull(((InMemoryDirectory) source).row);
		Row removed = (replaced != null) ? ((InMemoryDirectory) replaced).row : null;
		return new InMemoryDirectory(this, this.rows.renameDirectory(moved, id(), target, removed));
	}

	private void begin(Call call) {
		this.calls.increment(call);
		this.troubles.before(call);
	}

	private byte[] load(Row known, ContentSource source) {
		if (!this.patchable || !(source instanceof ContentPatch patch)) {
			return load(source);
		}
		byte[] content = Arrays.copyOf(Arrays.copyOf(known.content(), (int) patch.kept()), (int) patch.size());
		for (ByteRange range : patch.changed()) {
			ByteBuffer target = ByteBuffer.wrap(content, (int) range.start(), (int) range.length());
			if (patch.read(range.start(), target) != range.length()) {
				throw new IllegalStateException("A patch ended within " + range);
			}
		}
		this.troubles.check(content);
		return content;
	}

	private byte[] load(ContentSource source) {
		try (InputStream stream = source.openStream()) {
			byte[] content = stream.readAllBytes();
			if (content.length != source.size()) {
				throw new IllegalStateException(
						"A source of " + source.size() + " bytes delivered " + content.length + " of them");
			}
			this.troubles.check(content);
			return content;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void requireWritable() {
		if (!this.writable) {
			throw new ErrnoException(Errno.EROFS, "The directory cannot be written");
		}
	}

}
