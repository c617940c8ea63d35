package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.data.jpa.creation.NewRows;
import io.fusemount.data.jpa.database.DatabaseAccess;
import io.fusemount.data.jpa.directory.FileSource;
import io.fusemount.data.jpa.directory.FolderSource;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.mapping.FileMapping;
import io.fusemount.data.jpa.mapping.FolderMapping;
import io.fusemount.data.jpa.mapping.IdConditions;
import io.fusemount.data.jpa.mapping.MappingException;
import io.fusemount.data.jpa.mapping.PersistenceUnit;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowIdentity;
import io.fusemount.data.jpa.mapping.RowMapping;
import io.fusemount.data.jpa.rights.RowRights;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Combines the paths of all repositories of one mount.
 */
public final class Trees {

	private final Resources resources;

	private final Shape root;

	private final Map<Shape, LevelPlan> plans = new LinkedHashMap<>();

	private final Map<Shape, List<FileMapping>> files = new LinkedHashMap<>();

	private final List<FolderMapping> folders = new ArrayList<>();

	private final Set<String> spaces = new HashSet<>();

	private final List<KeyedRows> keyed = new ArrayList<>();

	private final Set<EntityPersister> deciding = new LinkedHashSet<>();

	private final Map<String, Directory> directories = new LinkedHashMap<>();

	/**
	 * Combines the paths.
	 * @throws MappingException if two paths contradict each other about a directory
	 */
	public Trees(List<FolderMapping> folders, List<FileMapping> files, Resources resources) {
		this.resources = resources;
		this.root = new Shape("", resources.news());
		// Regardless of the order of beans: keys of files and directories outlast a
		// start.
		folders.stream().sorted(Comparator.comparing((it) -> it.template().toString())).forEach(this::add);
		files.stream()
			.sorted(Comparator.comparing((FileMapping it) -> !it.writable())
				.thenComparing(FileMapping::path)
				.thenComparing((it) -> it.entity().name())
				.thenComparing((it) -> it.repositoryInterface().getName()))
			.forEach(this::add);
		this.plans.forEach((shape, plan) -> shape.setLevel(level(shape, plan)));
		this.files.forEach(this::finish);
		folders.forEach((mapping) -> FolderCircles.report(mapping, resources.access().apply(mapping.unit())));
		MadeDirectories made = new MadeDirectories();
		collect(this.root, made);
	}

	/**
	 * Returns the outermost directories by their path relative to the mount point.
	 */
	public Map<String, Directory> directories() {
		return this.directories;
	}

	/**
	 * Returns a sentence, without a full stop, about each directory in which programs
	 * create names that nothing in the database keeps apart.
	 */
	public List<String> unkeptNames() {
		return UnkeptNames.below(this.root);
	}

	/**
	 * Returns the rows of all files and directories.
	 */
	public List<KeyedRows> rows() {
		return this.keyed;
	}

	/**
	 * Returns Hibernate's persisters of the entities that determine where rows of others
	 * are: a change of one row may concern any number of files and directories.
	 */
	public Set<EntityPersister> deciding() {
		return this.deciding;
	}

	private void collect(Shape shape, MadeDirectories made) {
		if (shape.level() != null || !shape.files().isEmpty()) {
			this.directories.put(shape.path(), TreeDirectory.root(shape, made, shape.path()));
		}
		else {
			shape.fixed().values().forEach((child) -> collect(child, made));
		}
	}

	private void add(FolderMapping mapping) {
		Binder binder = binder(mapping);
		Shape shape = walk(mapping.segments(), mapping.repositoryInterface(), mapping.row().type(), binder, null,
				mapping.rights());
		LevelPlan there = this.plans.get(shape);
		if (there != null) {
			throw conflict(mapping.repositoryInterface(), mapping.row().type(), shape, there);
		}
		Shape below = (mapping.parent() != null) ? shape : shape.behind(mapping.row().name());
		this.plans.put(shape, new LevelPlan(mapping, below, variables(mapping.segments()).size()));
		this.folders.add(mapping);
	}

	private void add(FileMapping mapping) {
		RowIdentity rows = new RowIdentity(mapping.entity().name(), mapping.entity().id().conditions());
		Binder binder = new Binder(rows, new ArrayList<>(variables(mapping.segments())));
		Shape shape = walk(mapping.segments(), mapping.repositoryInterface(), mapping.entity().type(), binder, mapping,
				mapping.rights());
		this.files.computeIfAbsent(shape, (key) -> new ArrayList<>()).add(mapping);
	}

	private static Binder binder(FolderMapping mapping) {
		List<DirectorySegment.@Nullable Variable> variables = new ArrayList<>(variables(mapping.segments()));
		PropertyPath parent = mapping.parent();
		if (parent != null) {
			variables.add(new DirectorySegment.Rows(parent, mapping.row(), parent, true));
		}
		return new Binder(new RowIdentity(mapping.row().name(), mapping.row().id().conditions()), variables);
	}

	private static List<DirectorySegment.Variable> variables(List<DirectorySegment> segments) {
		return segments.stream()
			.filter(DirectorySegment.Variable.class::isInstance)
			.map(DirectorySegment.Variable.class::cast)
			.toList();
	}

	private Shape walk(List<DirectorySegment> segments, Class<?> repository, Class<?> entity, Binder binder,
			@Nullable FileMapping files, RowRights rights) {
		Shape shape = this.root;
		int variables = 0;
		for (DirectorySegment segment : segments) {
			if (segment instanceof DirectorySegment.Variable variable) {
				LevelPlan plan = require(shape, variable, repository, entity, variables);
				variable.path().passed().forEach(this.deciding::add);
				plan.uses().add(new LevelPlan.Use(repository, entity, binder, variable, files, rights));
				shape = plan.below();
				variables++;
			}
			else {
				shape = shape.require(((DirectorySegment.Fixed) segment).name());
			}
		}
		return shape;
	}

	private LevelPlan require(Shape shape, DirectorySegment.Variable variable, Class<?> repository, Class<?> entity,
			int before) {
		LevelPlan plan = this.plans.get(shape);
		if (plan == null) {
			boolean tree = variable instanceof DirectorySegment.Rows rows && rows.parent() != null;
			plan = new LevelPlan(repository, variable, tree ? shape : shape.behind(variable.path().toString()), before);
			this.plans.put(shape, plan);
		}
		if (!plan.identity().equals(LevelPlan.identity(variable))) {
			throw conflict(repository, entity, shape, plan);
		}
		return plan;
	}

	private static MappingException conflict(Class<?> repository, Class<?> entity, Shape shape, LevelPlan other) {
		return new MappingException(repository, entity, null,
				"would have directories of its own in '" + shape + "', where " + other.repository().getName()
						+ " has those of " + other.identity(),
				"Give one of them another path with @FuseMount(\"…\"), or let both name the directories alike");
	}

	private Level level(Shape shape, LevelPlan plan) {
		RowMapping rows = plan.rows();
		return (rows != null) ? rows(shape, plan, rows) : values(plan);
	}

	private RowsLevel rows(Shape shape, LevelPlan plan, RowMapping rows) {
		RowIdentity identity = new RowIdentity(rows.name(), rows.id().conditions());
		FolderMapping own = plan.folders();
		Binder binder = (own != null) ? binder(own) : relative(plan, identity, rows);
		boolean tree = plan.parent() != null;
		FolderMapping writing = (own != null) ? own : elsewhere(shape, plan, rows);
		// Only their files say who may see directories whose own repository says nothing.
		boolean guarded = writing == null && users(plan).stream().allMatch((user) -> user.rights().hidesRows());
		boolean dependent = !tree && (!plan.isKnown() || binder.isIncomplete() || guarded);
		List<LevelUser> users = (writing == null || dependent) ? deciding(plan) : List.of();
		String space = binder.isIncomplete() ? "" : space(rows.name(), plan.below());
		FolderSource source = (writing != null)
				? new FolderSource(writing, this.resources.newFolders().apply(writing), plan.below().path(),
						this.resources.access().apply(writing.unit()), this.resources.pageSize(), space)
				: new FolderSource(rows, plan.below().path(), access(plan), this.resources.pageSize());
		RowsLevel level = new RowsLevel(source, plan.below(), binder, space, dependent ? users : List.of(), tree,
				own != null);
		if (!binder.isIncomplete()) {
			this.keyed.add(new KeyedRows(rows, (id) -> Objects.requireNonNull(level.key(id)),
					(own != null) ? new DirectoryOfRow(binder, shape, this.plans) : (entity) -> null,
					writing != null && (writing.writable() || writing.deletable()), this.files.containsKey(shape)));
		}
		else {
			this.deciding.add(rows.persister());
		}
		return level;
	}

	/**
	 * Returns the repository of directories that other paths lead through, or
	 * {@code null}. Of several repositories, that with which programs can do the least.
	 * @throws MappingException if these have different conditions
	 */
	private @Nullable FolderMapping elsewhere(Shape shape, LevelPlan plan, RowMapping rows) {
		List<FolderMapping> found = this.folders.stream()
			.filter((folder) -> folder.row().type() == rows.type()
					&& folder.row().fileName().name().equals(rows.fileName().name()))
			.sorted(Comparator.comparing(FolderMapping::writable).thenComparing(FolderMapping::deletable))
			.toList();
		if (found.stream().map(FolderMapping::rights).distinct().count() > 1) {
			throw new MappingException(plan.repository(), rows.type(), null,
					"has directories in '" + shape + "', and nothing says whose conditions apply to them: "
							+ found.stream()
								.map((folder) -> folder.repositoryInterface().getName())
								.collect(Collectors.joining(" and "))
							+ " may differ in theirs",
					"Mount one of these only, or one of them with @FuseMount(\"" + shape + "\")");
		}
		return found.isEmpty() ? null : found.get(0);
	}

	/** Returns the binder that the first path through the variable determines. */
	private static Binder relative(LevelPlan plan, RowIdentity identity, RowMapping rows) {
		LevelPlan.Use first = plan.uses().get(0);
		Binder before = first.binder().from(first.association(), identity, plan.before());
		PropertyPath parent = plan.parent();
		if (parent == null) {
			return before;
		}
		List<DirectorySegment.@Nullable Variable> variables = new ArrayList<>(before.variables());
		variables.add(new DirectorySegment.Rows(parent, rows, parent, true));
		return new Binder(identity, variables);
	}

	/**
	 * Returns the users of a variable, whose files say who sees its directories.
	 * @throws MappingException if no statement can ask who sees the files
	 */
	private static List<LevelUser> deciding(LevelPlan plan) {
		plan.uses().stream().filter((use) -> !use.rights().asked().areNone()).findFirst().ifPresent((use) -> {
			throw new MappingException(use.repository(), use.entity(), null,
					"is asked for each row which user may see it, by " + use.rights().asked().describe()
							+ ", and no statement can ask which directories '" + use.variable().path()
							+ "' have a file that a user may see",
					"Leave the variable out of the path, or mount the repository of its directories, too");
		});
		return users(plan);
	}

	private Level values(LevelPlan plan) {
		LevelPlan.Use first = plan.uses().get(0);
		String association = first.association();
		Binder binder = first.binder().from(association, first.owner(), plan.before());
		DirectorySegment.Variable own = first.variable()
			.with(Objects.requireNonNull(first.variable().path().from(association)));
		IdConditions id = first.owner().id();
		LevelRows rows = new LevelRows(binder, binder.isIncomplete() ? deciding(plan) : List.of(),
				LevelReaders.among(deciding(plan), id), id, access(plan), this.resources.pageSize());
		return (own instanceof DirectorySegment.Periods periods) ? new PeriodsLevel(periods, rows, plan.below())
				: new ValuesLevel((DirectorySegment.Values) own, rows, plan.below());
	}

	private static List<LevelUser> users(LevelPlan plan) {
		return plan.uses()
			.stream()
			.map((use) -> new LevelUser(use.binder(), use.association(), use.files() != null && use.files().writable(),
					use.rights()))
			.toList();
	}

	private DatabaseAccess access(LevelPlan plan) {
		PersistenceUnit unit = plan.uses()
			.stream()
			.map(LevelPlan.Use::files)
			.filter(Objects::nonNull)
			.map(FileMapping::unit)
			.findFirst()
			.orElseGet(() -> this.folders.get(0).unit());
		return this.resources.access().apply(unit);
	}

	/**
	 * Returns the space of keys: that of the entity at its first point, another one
	 * elsewhere.
	 */
	private String space(String entity, Shape shape) {
		return this.spaces.add(entity) ? entity : entity + "@" + shape;
	}

	private void finish(Shape shape, List<FileMapping> mappings) {
		for (FileMapping mapping : mappings) {
			FileSource source = new FileSource(mapping, this.resources.newFiles().apply(mapping),
					this.resources.access().apply(mapping.unit()), space(mapping.entity().name(), shape),
					(mappings.size() > 1) ? mapping.entity().name() : null, this.resources.pageSize(),
					this.resources.maxInMemory());
			RowIdentity rows = new RowIdentity(mapping.entity().name(), mapping.entity().id().conditions());
			Binder binder = new Binder(rows, new ArrayList<>(variables(mapping.segments())));
			shape.files().add(new TreeFiles(source, binder));
			this.keyed.add(new KeyedRows(mapping.entity().row(), source::key,
					new DirectoryOfRow(binder, shape, this.plans), mapping.writable() || mapping.deletable(), false));
		}
	}

	/**
	 * The resources of the directories.
	 *
	 * @param newFiles returns how rows of new files are created
	 * @param newFolders returns how rows of new directories are created
	 * @param access returns the access to a database
	 * @param news returns the feed that reports every change of all rows, or {@code null}
	 * @param pageSize the number of rows that one statement of a listing fetches
	 * @param maxInMemory the most bytes of content that may be held in memory at once
	 */
	public record Resources(Function<FileMapping, NewRows> newFiles, Function<FolderMapping, NewRows> newFolders,
			Function<PersistenceUnit, DatabaseAccess> access, Supplier<@Nullable ChangeFeed> news, int pageSize,
			long maxInMemory) {

	}

}
