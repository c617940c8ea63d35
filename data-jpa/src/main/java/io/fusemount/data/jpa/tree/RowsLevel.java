package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Ownership;
import io.fusemount.data.jpa.directory.EmptyFolder;
import io.fusemount.data.jpa.directory.FolderPage;
import io.fusemount.data.jpa.directory.FolderRow;
import io.fusemount.data.jpa.directory.FolderSource;
import io.fusemount.data.jpa.directory.RowDirectory;
import io.fusemount.data.jpa.directory.RowTexts;
import io.fusemount.data.jpa.directory.TakenNames;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.CallerRights;
import io.fusemount.data.jpa.scope.Scope;
import io.fusemount.data.jpa.scope.UsedBound;
import org.jspecify.annotations.Nullable;

/**
 * A directory for each row of an entity.
 */
final class RowsLevel implements Level {

	private final FolderSource source;

	private final Shape below;

	private final Binder binder;

	private final String space;

	/** The files that make a row a directory, none if every row is one. */
	private final List<LevelUser> users;

	/** The files that let a caller see a row as a directory. */
	private final LevelReaders readers;

	private final boolean tree;

	private final boolean ownPlace;

	/**
	 * Creates the level.
	 * @param binder the binder of the steps before, and in a tree of the own one
	 * @param space the space of the keys of the directories, empty if ids alone do not
	 * identify the directories
	 * @param users the files that have to refer to a row, none if all rows are
	 * directories
	 * @param tree whether the directories are in each other
	 * @param ownPlace whether the repository of the rows declares this place
	 */
	RowsLevel(FolderSource source, Shape below, Binder binder, String space, List<LevelUser> users, boolean tree,
			boolean ownPlace) {
		this.source = source;
		this.below = below;
		this.binder = binder;
		this.space = space;
		this.users = List.copyOf(users);
		this.readers = LevelReaders.among(users, source.row().id().conditions());
		this.tree = tree;
		this.ownPlace = ownPlace;
	}

	/** Whether everybody sees all rows, as their own repository declares. */
	boolean isUnguarded() {
		return this.source.mapping() != null && this.source.rights().audiences() == null;
	}

	FolderSource source() {
		return this.source;
	}

	Binder binder() {
		return this.binder;
	}

	boolean isOwnPlace() {
		return this.ownPlace;
	}

	boolean isCalled(String name) {
		return this.space.equals(name);
	}

	/**
	 * Returns the key of the directory of an id, or {@code null} if the id alone does not
	 * identify the directory.
	 */
	@Nullable NodeKey key(Object id) {
		return this.space.isEmpty() ? null : new NodeKey(this.space, this.source.row().id().format(id));
	}

	@Override
	public Shape below() {
		return this.below;
	}

	@Override
	public boolean isForFiles() {
		return !this.users.isEmpty();
	}

	@Override
	public boolean isAnnounced(TreeDirectory in) {
		return this.users.isEmpty() && !this.source.rights().isGuarded() && !this.binder.hasFormula()
				&& in.directories().nameless().findAny().isEmpty() && this.source.isUnique(rows(in));
	}

	@Override
	public Stream<RowRights> rights() {
		return Stream.concat(Stream.of(this.source.rights()), this.readers.rights());
	}

	/** Returns all rows that could be directories. */
	private Scope rows(TreeDirectory in) {
		List<Step> steps = in.steps();
		if (this.tree && in.step() instanceof Step.Row) {
			// The outermost directory already applies the steps before.
			Binder last = new Binder(this.binder.rows(), this.binder.variables()
				.stream()
				.map((variable) -> (variable == this.binder.variables().get(steps.size() - 1)) ? variable : null)
				.toList());
			return last.scope(steps);
		}
		return this.binder.scope(steps);
	}

	private RowDirectory directory(TreeDirectory in, Scope scope) {
		return directory(in, scope, () -> in.shape().rightsHere(this.source.rights()));
	}

	private static RowDirectory directory(TreeDirectory in, Scope scope, Supplier<CallerRights> rights) {
		return new RowDirectory(scope, in.path(), taken(in), () -> in.files().madeRows(null), rights, () -> {
		});
	}

	private static TakenNames taken(TreeDirectory in) {
		Set<Name> reserved = in.shape().reserved();
		return (entityManager, names) -> names.stream().filter(reserved::contains).collect(Collectors.toSet());
	}

	private RowDirectory rowsIn(TreeDirectory in) {
		return directory(in, scope(in),
				() -> in.shape().rightsHere(this.source.rights()).within(this.readers.scope(in)));
	}

	/** Returns the rows that are directories, whoever looks. */
	private Scope scope(TreeDirectory in) {
		Scope scope = rows(in);
		return this.users.isEmpty() ? scope
				: scope.and(new UsedBound(this.source.row().id().conditions(),
						this.users.stream().map((user) -> user.in(in.steps())).toList(),
						this.source.row().name() + " is here only where files refer to it"));
	}

	private TreeDirectory child(TreeDirectory in, Name name, FolderRow row) {
		return in.child(this.below, name, new Step.Row(row), key(row.id()));
	}

	@Override
	public @Nullable TreeDirectory find(TreeDirectory in, Name name) {
		FolderRow row = this.source.find(rowsIn(in), name);
		if (row == null && in.made().find(name) != null) {
			row = this.source.find(directory(in, rows(in)), name);
		}
		return (row != null) ? child(in, name, row) : null;
	}

	@Override
	public @Nullable TreeDirectory find(TreeDirectory in, String text) {
		FolderRow row = this.source.find(text);
		return (row != null) ? child(in, this.source.name(row), row) : null;
	}

	@Override
	public String text(Step step) {
		return (step instanceof Step.Row row) ? this.source.row().id().format(row.row().id()) : "";
	}

	@Override
	public boolean isTaken(TreeDirectory in, Name name) {
		// A directory without a readable file can be made, as one without files can.
		return this.source.isTaken(directory(in, scope(in)), name);
	}

	@Override
	public DirectoryPage list(TreeDirectory in, @Nullable String position) {
		FolderPage page = this.source.list(rowsIn(in), position);
		List<DirectoryEntry> entries = new ArrayList<>();
		page.rows().forEach((name, row) -> entries.add(new DirectoryEntry(name, child(in, name, row))));
		if (page.next() == null) {
			for (Map.Entry<Name, Step> made : in.made().all()) {
				TreeDirectory child = find(in, made.getKey());
				if (child != null && entries.stream().noneMatch((entry) -> entry.name().equals(made.getKey()))) {
					entries.add(new DirectoryEntry(made.getKey(), child));
				}
			}
		}
		return new DirectoryPage(entries, page.next());
	}

	@Override
	public Occupants occupants(TreeDirectory in) {
		return new Occupants(this.source.access(), this.source.row().persister().getFactory(), this.source.row().name(),
				scope(in), null);
	}

	@Override
	public TakenNames names(TreeDirectory in) {
		return this.source.names(scope(in));
	}

	@Override
	public @Nullable RowTexts madeRows(TreeDirectory in) {
		return makesRows() ? this.source.names(rows(in)) : null;
	}

	/** Whether programs can create rows, each as a directory. */
	boolean makesRows() {
		return this.source.isWritable() && this.users.isEmpty();
	}

	@Override
	public @Nullable String refusal() {
		if (this.source.isWritable() || this.users.stream().anyMatch(LevelUser::isWritable)) {
			return null;
		}
		String rows = "they are rows of " + this.source.row().name();
		if (!this.users.isEmpty()) {
			return rows + " that files refer to, and the repository of the files is read-only";
		}
		return rows + ((this.source.mapping() != null) ? ", whose repository is read-only"
				: ", whose repository is not mounted");
	}

	@Override
	public TreeDirectory create(TreeDirectory in, Name name, Ownership initial) {
		if (!this.users.isEmpty()) {
			FolderRow row = this.source.find(directory(in, rows(in)), name);
			if (row == null) {
				throw new ErrnoException(Errno.EPERM, "There is no " + this.source.row().name() + " of this name",
						"The directories here are those of a " + this.source.row().name() + " that is there", null);
			}
			in.made().make(name, new Step.Row(row));
			return child(in, name, row);
		}
		RowDirectory rows = rowsIn(in);
		String refusal = this.source.refusesNewRows(rows.scope());
		if (refusal != null) {
			throw new ErrnoException(Errno.EPERM, "Directories cannot be made here: " + refusal);
		}
		return child(in, name, this.source.create(rows, name, initial));
	}

	@Override
	public Set<Ownership.Part> kept() {
		return this.source.kept();
	}

	@Override
	public TreeDirectory own(TreeDirectory directory, Ownership changes, AttributeValues attributes) {
		return child(Objects.requireNonNull(directory.parent()), directory.name(),
				this.source.own(row(directory), changes, attributes));
	}

	@Override
	public void delete(TreeDirectory in, TreeDirectory directory) {
		if (!this.users.isEmpty()) {
			if (!directory.isEmpty()) {
				throw new ErrnoException(Errno.ENOTEMPTY, "Directory not empty: " + directory.name());
			}
			in.made().forget(directory.name());
			return;
		}
		new Contents(directory).during(() -> {
			this.source.delete(rowsIn(in), empty(directory));
			return directory;
		});
	}

	private static EmptyFolder empty(TreeDirectory directory) {
		return new EmptyFolder(row(directory), directory::isEmpty);
	}

	private static FolderRow row(TreeDirectory directory) {
		return ((Step.Row) directory.step()).row();
	}

	@Override
	public boolean takes(TreeDirectory directory) {
		TreeDirectory parent = directory.parent();
		return this.users.isEmpty() && !directory.steps().isEmpty() && directory.step() instanceof Step.Row
				&& !directory.isFixed() && parent != null && parent.shape().level() instanceof RowsLevel other
				&& other.source.row().type() == this.source.row().type();
	}

	@Override
	public TreeDirectory rename(TreeDirectory in, TreeDirectory source, Name target, @Nullable TreeDirectory replaced) {
		RowDirectory rows = rowsIn(in);
		TreeDirectory from = Objects.requireNonNull(source.parent());
		String refusal = from.key().equals(in.key()) ? null : rows.scope().refusal();
		if (refusal != null) {
			throw new ErrnoException(Errno.EPERM, "The directory cannot be moved here: " + refusal);
		}
		boolean moved = !from.key().equals(in.key());
		FolderRow renamed = (replaced == null) ? this.source.rename(rows, row(source), target, null, moved)
				: new Contents(replaced)
					.during(() -> this.source.rename(rows, row(source), target, empty(replaced), moved));
		return child(in, target, renamed);
	}

}
