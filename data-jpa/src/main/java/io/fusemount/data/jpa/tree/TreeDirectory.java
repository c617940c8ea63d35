package io.fusemount.data.jpa.tree;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import org.jspecify.annotations.Nullable;

/**
 * A directory of repositories: a point of their paths, with the values of the variables.
 */
public final class TreeDirectory implements Directory {

	/** The name of the directory in which a variable has no value. */
	static final Name NOTHING = new Name("(none)");

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
		this.attributes = new Attributes(0, birth, (modified != null) ? modified : birth, canCreate());
		this.fixed = fixed;
		this.files = new DirectoryFiles(this);
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
				: derivedKey(below, (step instanceof Step.Nothing) ? null : level.text(step));
		return new TreeDirectory(below, this.made, this, childName, all, this.path + "/" + childName, known, created,
				modified, childFixed);
	}

	private TreeDirectory fixedChild(Name childName, Shape below) {
		boolean dynamic = !this.steps.isEmpty();
		List<Step> all = new ArrayList<>(this.steps);
		if (below.isTree()) {
			all.add(new Step.Nothing());
		}
		return new TreeDirectory(below, this.made, this, childName, all, this.path + "/" + childName,
				dynamic ? derivedKey(below, childName.value()) : new NodeKey("/", this.path + "/" + childName), null,
				null, true);
	}

	private NodeKey derivedKey(Shape below, @Nullable String text) {
		return KeySearch.derived(this.key, below, text);
	}

	Shape shape() {
		return this.shape;
	}

	List<Step> steps() {
		return this.steps;
	}

	MadeDirectories made() {
		return this.made;
	}

	@Nullable TreeDirectory parent() {
		return this.parent;
	}

	Name name() {
		return this.name;
	}

	DirectoryFiles files() {
		return this.files;
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
	public boolean isFixed() {
		return this.fixed;
	}

	@Override
	public @Nullable Node find(Name wanted) {
		Shape always = this.shape.fixed().get(wanted);
		if (always != null) {
			return fixedChild(wanted, always);
		}
		if (this.shape.level() == null || this.shape.files().isEmpty()) {
			TreeDirectory directory = findDirectory(wanted);
			return (directory != null) ? directory : this.files.find(wanted, false);
		}
		return this.files.atOnce(() -> findAmongBoth(wanted));
	}

	@Override
	public Map<Name, RegularFile> findTogether(List<Name> wanted) {
		List<Name> possible = wanted.stream()
			.filter((name) -> !this.shape.fixed().containsKey(name) && !name.equals(NOTHING))
			.toList();
		return possible.isEmpty() ? Map.of() : this.files.findTogether(possible);
	}

	@Override
	public boolean readsTogether() {
		return this.files.readsTogether();
	}

	@Override
	public List<SmallFile> readTogether(List<RegularFile> wanted, int maxBytes) {
		return this.files.readTogether(wanted, maxBytes);
	}

	private @Nullable Node findAmongBoth(Name wanted) {
		if (this.files.isLikeAFile(wanted)) {
			RegularFile file = this.files.find(wanted, true);
			return (file != null) ? file : findDirectory(wanted);
		}
		TreeDirectory directory = findDirectory(wanted);
		return (directory != null) ? directory : this.files.find(wanted, false);
	}

	private @Nullable TreeDirectory findDirectory(Name wanted) {
		Level level = this.shape.level();
		if (level == null) {
			return null;
		}
		return wanted.equals(NOTHING) ? nothing() : level.find(this, wanted);
	}

	/**
	 * Returns the directory of the rows without a value of the variable, or {@code null}
	 * if there are none.
	 */
	@Nullable TreeDirectory nothing() {
		return nameless().map(List::of).anyMatch(Occupants::exist) ? emptyStep() : null;
	}

	/** Returns the rows without a value of the variable. */
	Stream<Occupants> nameless() {
		Level level = this.shape.level();
		List<Step> all = new ArrayList<>(this.steps);
		all.add(new Step.Nothing());
		return (level == null || this.shape.isTree()) ? Stream.empty()
				: level.below()
					.allFiles()
					.filter((files) -> files.isNullable(this.steps.size()))
					.map((files) -> files.occupants(all));
	}

	private TreeDirectory emptyStep() {
		return child(Objects.requireNonNull(this.shape.level()).below(), NOTHING, new Step.Nothing());
	}

	/** Returns its fixed directories. */
	Stream<TreeDirectory> fixedChildren() {
		return this.shape.fixed().entrySet().stream().map((entry) -> fixedChild(entry.getKey(), entry.getValue()));
	}

	@Override
	public boolean isAmbiguous(Name wanted) {
		Level level = this.shape.level();
		return level != null && level.isAmbiguous(this, wanted) || this.files.isAmbiguous(wanted);
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		return new TreeListing(this).page(position);
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
	public @Nullable ChangeFeed announcedBy() {
		return this.files.announcedBy();
	}

	@Override
	public List<Origin> origins() {
		return new Origins(this.shape).all().toList();
	}

	@Override
	public void requireRoomFor(long bytes) {
		this.files.requireRoomFor(bytes);
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
		Directory.super.requireNewFile(wanted);
		requireOrdinary(wanted);
		this.files.requireName(wanted);
	}

	@Override
	public Instant keptTime(Instant time) {
		return this.files.keptTime(time);
	}

	@Override
	public Instant keptBirth(Instant created, Instant modified) {
		return this.files.keptBirth(created, modified);
	}

	@Override
	public boolean canDelete() {
		return this.shape.files().stream().anyMatch((files) -> files.source().mapping().deletable());
	}

	@Override
	public RegularFile create(Name wanted, FileChanges initial) {
		if (!canCreate()) {
			throw new ErrnoException(Errno.EROFS, "The directory '" + this.path + "' is read-only");
		}
		requireNewFile(wanted);
		return this.files.create(wanted, initial);
	}

	@Override
	public void delete(RegularFile file) {
		this.files.delete(file);
	}

	/** Keeps directories that exist for their files when the last file has gone. */
	void keep() {
		TreeDirectory above = this.parent;
		if (above != null) {
			Level level = above.shape.level();
			if (level != null && level.below() == this.shape && level.isForFiles()
					&& !(step() instanceof Step.Nothing)) {
				this.made.keep(above.key, this.name, step());
			}
			above.keep();
		}
	}

	@Override
	public boolean takesFrom(Directory other, @Nullable Node node) {
		if (!(other instanceof TreeDirectory tree)) {
			return false;
		}
		if (node instanceof Directory directory) {
			Level level = this.shape.level();
			return level != null && directory instanceof TreeDirectory moved && level.takes(moved);
		}
		if (node instanceof RegularFile file) {
			return this.files.has(file);
		}
		// The source is chosen when the file is stored.
		return tree.made == this.made;
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		requireOrdinary(target);
		return this.files.rename(source, target, replaced);
	}

	@Override
	public boolean hasDirectories() {
		return this.shape.level() != null || !this.shape.fixed().isEmpty();
	}

	@Override
	public List<DirectoryEntry> fixedDirectories() {
		Stream<TreeDirectory> nameless = this.shape.hasNameless() ? Stream.of(emptyStep()) : Stream.empty();
		return Stream.concat(fixedChildren(), nameless).map((child) -> new DirectoryEntry(child.name, child)).toList();
	}

	@Override
	public boolean canCreateDirectories() {
		return refusesDirectories() == null;
	}

	@Override
	public @Nullable String refusesDirectories() {
		Level level = this.shape.level();
		if (level != null) {
			return level.refusal();
		}
		return this.shape.fixed().isEmpty() ? "its path has files and no directories"
				: "those that are here come from the paths of repositories";
	}

	@Override
	public @Nullable Directory findDirectory(NodeKey wanted) {
		return new KeySearch(this).find(wanted);
	}

	@Override
	public Directory createDirectory(Name wanted) {
		Level level = requireLevel("made");
		requireOrdinary(wanted);
		return level.create(this, wanted);
	}

	/** Requires a name that is not reserved: its row would be shown under another. */
	private void requireOrdinary(Name wanted) {
		if (isReserved(wanted)) {
			throw new ErrnoException(Errno.EPERM, "'" + wanted + "' is the name of a directory that is not a row here");
		}
	}

	/** Whether a name is that of a directory that is not a row. */
	boolean isReserved(Name wanted) {
		return this.shape.fixed().containsKey(wanted) || this.shape.hasNameless() && wanted.equals(NOTHING);
	}

	@Override
	public void deleteDirectory(Directory directory) {
		TreeDirectory child = (TreeDirectory) directory;
		requireChangeable(child, "removed");
		requireLevel("removed").delete(this, child);
	}

	@Override
	public Directory renameDirectory(Directory source, Name target, @Nullable Directory replaced) {
		Level level = requireLevel("renamed");
		if (!(source instanceof TreeDirectory moved) || replaced != null && !(replaced instanceof TreeDirectory)
				|| !level.takes(moved)) {
			throw new ErrnoException(Errno.EXDEV, "The directory is of another repository");
		}
		requireChangeable(moved, "renamed");
		requireOrdinary(target);
		return level.rename(this, moved, target, (TreeDirectory) replaced);
	}

	private Level requireLevel(String what) {
		Level level = this.shape.level();
		String refusal = refusesDirectories();
		if (level == null || refusal != null) {
			throw new ErrnoException(Errno.EPERM, "Directories cannot be " + what + " here: " + refusal);
		}
		return level;
	}

	private static void requireChangeable(TreeDirectory directory, String what) {
		if (directory.fixed) {
			throw new ErrnoException(Errno.EPERM,
					"'" + directory.name + "' is a part of the directory that it is in, and cannot be " + what);
		}
	}

	@Override
	public String toString() {
		return this.path;
	}

}
