package io.fusemount.data.jpa.tree;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import io.fusemount.data.jpa.directory.FolderRow;
import io.fusemount.data.jpa.rights.HeldValues;
import org.jspecify.annotations.Nullable;

/**
 * A directory of repositories: a point of their paths, with the values of the variables.
 */
public final class TreeDirectory extends FilesOfDirectory {

	private static final Instant STARTED = Instant.now();

	private final Shape shape;

	private final MadeDirectories made;

	private final @Nullable TreeDirectory parent;

	private final Name name;

	private final List<Step> steps;

	private final String path;

	private final NodeKey key;

	/** The key of the directory at which its path begins. */
	private final NodeKey root;

	private final Attributes attributes;

	private final boolean fixed;

	private final DirectoryFiles files;

	private final Subdirectories directories;

	private TreeDirectory(Shape shape, MadeDirectories made, @Nullable TreeDirectory parent, Name name,
			List<Step> steps, String path, NodeKey key, @Nullable Instant created, @Nullable Instant modified,
			boolean fixed) {
		this.shape = shape;
		this.made = made;
		this.parent = parent;
		this.name = name;
		this.steps = List.copyOf(steps);
		this.path = path;
		this.key = key;
		this.root = (parent != null) ? parent.root : key;
		Instant birth = (created != null) ? created : STARTED;
		this.fixed = fixed;
		this.files = new DirectoryFiles(this);
		this.directories = new Subdirectories(this);
		this.attributes = new Attributes(0, birth, (modified != null) ? modified : birth, canCreate());
	}

	/** Returns the directory at which a path begins. */
	static TreeDirectory root(Shape shape, MadeDirectories made, String path) {
		// The root of a tree is outside of all of its directories.
		List<Step> steps = shape.isTree() ? List.of(new Step.Nothing()) : List.of();
		// No entity has this name.
		return new TreeDirectory(shape, made, null, new Name(path.substring(path.lastIndexOf('/') + 1)), steps, path,
				new NodeKey("/", path), null, null, true);
	}

	/** Returns the directory of a row in this one. */
	TreeDirectory child(Shape below, Name childName, Step.Row row, @Nullable NodeKey childKey) {
		return child(below, childName, row, childKey, row.row().created(), row.row().modified(), false);
	}

	/** Returns the directory of a value in this one. */
	TreeDirectory child(Shape below, Name childName, Step step) {
		return child(below, childName, step, null, null, null, step instanceof Step.Nothing);
	}

	private TreeDirectory child(Shape below, Name childName, Step step, @Nullable NodeKey childKey,
			@Nullable Instant created, @Nullable Instant modified, boolean childFixed) {
		List<Step> all = new ArrayList<>(this.steps);
		if (below == this.shape) {
			all.remove(all.size() - 1);
		}
		all.add(step);
		Level level = Objects.requireNonNull(this.shape.level());
		NodeKey known = (childKey != null) ? childKey
				: KeySearch.derived(this.key, below, (step instanceof Step.Nothing) ? null : level.text(step));
		return new TreeDirectory(below, this.made, this, childName, all, this.path + "/" + childName, known, created,
				modified, childFixed);
	}

	/** Returns a fixed directory in this one. */
	TreeDirectory fixedChild(Name childName, Shape below) {
		boolean dynamic = !this.steps.isEmpty();
		List<Step> all = new ArrayList<>(this.steps);
		if (below.isTree()) {
			all.add(new Step.Nothing());
		}
		return new TreeDirectory(below, this.made, this, childName, all, this.path + "/" + childName, dynamic
				? KeySearch.derived(this.key, below, childName.value()) : new NodeKey("/", this.path + "/" + childName),
				null, null, true);
	}

	Shape shape() {
		return this.shape;
	}

	List<Step> steps() {
		return this.steps;
	}

	/** Returns the remembered directories in this one, for the current caller. */
	MadeHere made() {
		return new MadeHere(this.made, new MadeDirectories.Place(this.key, this.shape.seers().current()));
	}

	@Nullable TreeDirectory parent() {
		return this.parent;
	}

	Name name() {
		return this.name;
	}

	@Override
	DirectoryFiles files() {
		return this.files;
	}

	Subdirectories directories() {
		return this.directories;
	}

	/** Returns the value of the last variable. */
	Step step() {
		return this.steps.get(this.steps.size() - 1);
	}

	/** Returns its path below the mount point, for messages. */
	String path() {
		return this.path;
	}

	@Override
	public NodeKey key() {
		return this.key;
	}

	@Override
	public NodeKey countedAs() {
		return this.root;
	}

	@Override
	public Attributes attributes() {
		return this.attributes;
	}

	@Override
	public @Nullable Audiences audiences() {
		return this.shape.audiences().simplified();
	}

	/** Returns the row that the directory is, {@code null} if it is none. */
	private @Nullable FolderRow row() {
		return (!this.fixed && step() instanceof Step.Row row) ? row.row() : null;
	}

	/** Returns the level at which the directory is, {@code null} for the root. */
	private @Nullable Level above() {
		return (this.parent != null) ? this.parent.shape.level() : null;
	}

	@Override
	public boolean isChangeable() {
		return row() == null || row().isChangeable();
	}

	@Override
	public Ownership ownership() {
		return (row() != null) ? row().ownership() : Ownership.NONE;
	}

	@Override
	public ExtendedAttributes extendedAttributes() {
		return (row() != null) ? row().attributes() : ExtendedAttributes.NONE;
	}

	@Override
	public Set<Ownership.Part> keeps() {
		Level above = above();
		return (row() != null && above != null) ? above.kept() : Set.of();
	}

	@Override
	public Set<Ownership.Part> keepsOfNew(boolean directories) {
		return directories ? this.directories.kept() : this.files.kept();
	}

	@Override
	public Directory update(Ownership changes, AttributeValues values) {
		return Objects.requireNonNull(above()).own(this, changes, values);
	}

	@Override
	public boolean isFixed() {
		return this.fixed;
	}

	@Override
	public @Nullable Node find(Name wanted) {
		TreeDirectory always = this.directories.fixed(wanted);
		if (always != null) {
			return always;
		}
		if (this.shape.level() == null || this.shape.files().isEmpty()) {
			TreeDirectory directory = this.directories.find(wanted);
			return (directory != null) ? directory : this.files.find(wanted, false);
		}
		return HeldValues.during(List.of(this.shape.audiences()), () -> this.files.atOnce(() -> findAmongBoth(wanted)));
	}

	@Override
	public Map<Name, RegularFile> findTogether(List<Name> wanted) {
		Set<Name> reserved = this.shape.reserved();
		List<Name> possible = wanted.stream().filter((name) -> !reserved.contains(name)).toList();
		return possible.isEmpty() ? Map.of() : this.files.findTogether(possible);
	}

	private @Nullable Node findAmongBoth(Name wanted) {
		if (this.files.isLikeAFile(wanted)) {
			RegularFile file = this.files.find(wanted, true);
			return (file != null) ? file : this.directories.find(wanted);
		}
		TreeDirectory directory = this.directories.find(wanted);
		return (directory != null) ? directory : this.files.find(wanted, false);
	}

	@Override
	public boolean isTaken(Name wanted) {
		return this.directories.isTaken(wanted) || this.files.isTaken(wanted);
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		return HeldValues.during(List.of(this.shape.audiences()), () -> new TreeListing(this).page(position));
	}

	/** Whether the directory and its fixed directories are empty. */
	boolean isEmpty() {
		return new Contents(this).isEmpty();
	}

	@Override
	public @Nullable String describeContent() {
		return this.shape.describeContent();
	}

	@Override
	public List<Origin> origins() {
		return new Origins(this.shape).all().toList();
	}

	@Override
	public boolean canCreate() {
		return canCreateDirectories() || this.shape.allFiles().anyMatch(TreeFiles::isWritable);
	}

	@Override
	public @Nullable String refusesNewFiles() {
		return canCreate() ? this.files.refusal() : null;
	}

	@Override
	public void requireNewFile(Name wanted) {
		super.requireNewFile(wanted);
		this.directories.requireOrdinary(wanted);
		this.files.requireName(wanted);
	}

	@Override
	public boolean canDelete() {
		return this.shape.files().stream().anyMatch((files) -> files.source().mapping().deletable());
	}

	@Override
	public @Nullable ChangeFeed announcedBy() {
		return this.shape.announcedBy(this);
	}

	@Override
	public RegularFile create(Name wanted, FileChanges initial) {
		if (!canCreate()) {
			throw new ErrnoException(Errno.EROFS, "The directory '" + this.path + "' is read-only");
		}
		requireNewFile(wanted);
		return this.files.create(wanted, initial);
	}

	/** Keeps directories that exist for their files when the last file has gone. */
	void keep() {
		TreeDirectory above = this.parent;
		Level level = above();
		if (above == null) {
			return;
		}
		boolean forFiles = level != null && level.below() == this.shape && level.isForFiles();
		Object audience = forFiles ? above.shape.seers().known() : null;
		if (audience != null && !(step() instanceof Step.Nothing)) {
			this.made.keep(new MadeDirectories.Place(above.key, audience), this.name, step());
		}
		above.keep();
	}

	@Override
	public boolean takesFrom(Directory other, @Nullable Node node) {
		if (!(other instanceof TreeDirectory tree)) {
			return false;
		}
		// The source of a new file is chosen when it is stored.
		return (node instanceof Directory directory) ? this.directories.takes(directory)
				: (node instanceof RegularFile file) ? this.files.has(file) : tree.made == this.made;
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		this.directories.requireOrdinary(target);
		return this.files.rename(source, target, replaced);
	}

	@Override
	public boolean hasDirectories() {
		return this.shape.level() != null || !this.shape.fixed().isEmpty();
	}

	@Override
	public List<DirectoryEntry> fixedDirectories() {
		return this.directories.always().map((child) -> new DirectoryEntry(child.name, child)).toList();
	}

	@Override
	public boolean canCreateDirectories() {
		return refusesDirectories() == null;
	}

	@Override
	public @Nullable String refusesDirectories() {
		return this.directories.refusal();
	}

	@Override
	public @Nullable Directory findDirectory(NodeKey wanted) {
		return new KeySearch(this).find(wanted);
	}

	@Override
	public Directory createDirectory(Name wanted, Ownership initial) {
		return this.directories.create(wanted, initial);
	}

	@Override
	public void deleteDirectory(Directory directory) {
		this.directories.delete((TreeDirectory) directory);
	}

	@Override
	public Directory renameDirectory(Directory source, Name target, @Nullable Directory replaced) {
		return this.directories.rename(source, target, replaced);
	}

	@Override
	public String toString() {
		return this.path;
	}

}
