package io.fusemount.conformance.memory;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * An {@link InMemoryDirectory} of which not everybody sees everything. It guards what
 * {@link Directory#audiences()} requires it to guard, and nothing else: who may not
 * change a row, but deletes it all the same, succeeds.
 */
public final class GuardedDirectory implements Directory {

	/** The audience of nobody, who is the service. */
	private static final Object SERVICE = "the service itself";

	private final InMemoryDirectory files;

	private final Rights rights;

	private final Set<Integer> known;

	private final Access access;

	/**
	 * Guards a directory, and those in it.
	 */
	public GuardedDirectory(InMemoryDirectory files, Rights rights) {
		this(files, rights, ConcurrentHashMap.newKeySet(), Access.WRITE);
	}

	private GuardedDirectory(InMemoryDirectory files, Rights rights, Set<Integer> known, Access access) {
		this.files = files;
		this.rights = rights;
		this.known = known;
		this.access = access;
	}

	@Override
	public Audiences audiences() {
		return new Audiences() {

			@Override
			public Object current() {
				return Objects.requireNonNullElse(audience(), SERVICE);
			}

			@Override
			public @Nullable Object known() {
				Caller caller = Caller.current();
				return (caller == null || GuardedDirectory.this.known.contains(caller.uid())) ? current() : null;
			}

		};
	}

	/** Returns {@code null} for the service. */
	private @Nullable Object audience() {
		Caller caller = Caller.current();
		if (caller == null) {
			return null;
		}
		Object audience = this.rights.audience(caller.uid());
		if (audience == null) {
			throw new ErrnoException(Errno.EACCES, "Nobody knows the user " + caller.uid());
		}
		this.known.add(caller.uid());
		return audience;
	}

	private Access access(Node node) {
		Object audience = audience();
		return (audience == null || node instanceof Directory directory && directory.isFixed()) ? Access.WRITE
				: this.rights.of(audience, node.key());
	}

	/** Returns {@code null} for what the caller may not see. */
	private @Nullable Node visible(@Nullable Node node) {
		Access found = (node != null) ? access(node) : Access.NONE;
		if (found == Access.NONE) {
			return null;
		}
		return (node instanceof InMemoryDirectory directory) ? guard(directory, found)
				: new GuardedFile(this, (RegularFile) Objects.requireNonNull(node), found);
	}

	RegularFile guard(RegularFile file) {
		return new GuardedFile(this, file, access(file));
	}

	private GuardedDirectory guard(Directory directory, Access found) {
		return new GuardedDirectory((InMemoryDirectory) directory, this.rights, this.known, found);
	}

	private static InMemoryDirectory open(Directory directory) {
		return (directory instanceof GuardedDirectory guarded) ? guarded.files : (InMemoryDirectory) directory;
	}

	@Override
	public boolean isChangeable() {
		return this.access == Access.WRITE;
	}

	@Override
	public NodeKey key() {
		return this.files.key();
	}

	@Override
	public Attributes attributes() {
		return this.files.attributes();
	}

	@Override
	public @Nullable Node find(Name name) {
		return visible(this.files.find(name));
	}

	@Override
	public boolean isTaken(Name name) {
		Node node = this.files.find(name);
		return node != null && access(node) == Access.NONE;
	}

	/** A page may be empty although another one follows. */
	@Override
	public DirectoryPage list(@Nullable String position) {
		DirectoryPage page = this.files.list(position);
		return new DirectoryPage(visible(page.entries()), page.next());
	}

	private List<DirectoryEntry> visible(List<DirectoryEntry> entries) {
		return entries.stream().flatMap((entry) -> {
			Node node = visible(entry.node());
			return (node != null) ? Stream.of(new DirectoryEntry(entry.name(), node)) : Stream.empty();
		}).toList();
	}

	@Override
	public RegularFile create(Name name, FileChanges initial) {
		RegularFile created = this.files.create(name, initial);
		this.rights.creating(audience(), created.key(), name);
		RegularFile guarded = guard(created);
		if (!guarded.isChangeable()) {
			this.files.application().remove(name.value());
			throw new ErrnoException(Errno.EACCES, "The file would belong to somebody else");
		}
		return guarded;
	}

	@Override
	public void delete(RegularFile file) {
		this.files.delete(GuardedFile.open(file));
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		return guard(this.files.rename(GuardedFile.open(source), target,
				(replaced != null) ? GuardedFile.open(replaced) : null));
	}

	@Override
	public boolean takesFrom(Directory other, @Nullable Node node) {
		return other instanceof GuardedDirectory guarded && this.files.takesFrom(guarded.files, node);
	}

	@Override
	public Directory createDirectory(Name name, Ownership initial) {
		Directory created = this.files.createDirectory(name, initial);
		this.rights.creating(audience(), created.key(), name);
		Access given = access(created);
		if (given != Access.WRITE) {
			this.files.deleteDirectory(created);
			throw new ErrnoException(Errno.EACCES, "The directory would belong to somebody else");
		}
		return guard(created, given);
	}

	@Override
	public void deleteDirectory(Directory directory) {
		this.files.deleteDirectory(open(directory));
	}

	@Override
	public Directory renameDirectory(Directory source, Name target, @Nullable Directory replaced) {
		Directory renamed = this.files.renameDirectory(open(source), target,
				(replaced != null) ? open(replaced) : null);
		return guard(renamed, access(renamed));
	}

	@Override
	public @Nullable Directory findDirectory(NodeKey key) {
		Directory found = this.files.findDirectory(key);
		return (found != null) ? (Directory) visible(found) : null;
	}

	@Override
	public List<DirectoryEntry> fixedDirectories() {
		return visible(this.files.fixedDirectories());
	}

	@Override
	public boolean hasDirectories() {
		return this.files.hasDirectories();
	}

	@Override
	public boolean isFixed() {
		return this.files.isFixed();
	}

	@Override
	public boolean canCreateDirectories() {
		return this.files.canCreateDirectories();
	}

	@Override
	public boolean canCreate() {
		return this.files.canCreate();
	}

	@Override
	public boolean canDelete() {
		return this.files.canDelete();
	}

	@Override
	public @Nullable String refusesNewFiles() {
		return this.files.refusesNewFiles();
	}

	@Override
	public void requireNewFile(Name name) {
		this.files.requireNewFile(name);
	}

	@Override
	public void requireRoomFor(long bytes) {
		this.files.requireRoomFor(bytes);
	}

}
