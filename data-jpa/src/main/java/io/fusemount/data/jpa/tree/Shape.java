package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.data.jpa.rights.JoinedAudiences;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.scope.CallerRights;
import org.jspecify.annotations.Nullable;

import org.springframework.util.function.SingletonSupplier;

/**
 * One point of the paths of a mount: its fixed directories, the directories of a
 * variable, and the files of repositories.
 */
final class Shape {

	/** The name of the directory in which a variable has no value. */
	static final Name NOTHING = new Name("(none)");

	private final String path;

	private final Supplier<@Nullable ChangeFeed> news;

	private final Map<Name, Shape> fixed = new LinkedHashMap<>();

	private @Nullable Level level;

	private final List<TreeFiles> files = new ArrayList<>();

	private final Supplier<JoinedAudiences> seers = SingletonSupplier
		.of(() -> JoinedAudiences.of(directoryRights(), true));

	private final Supplier<JoinedAudiences> audiences = SingletonSupplier.of(() -> JoinedAudiences
		.of(Stream.concat(directoryRights(), this.files.stream().map(TreeFiles::rights)), hasUnguarded()));

	/**
	 * Creates the point.
	 * @param path the path as declared
	 * @param news returns the feed that reports every change of all rows, or {@code null}
	 */
	Shape(String path, Supplier<@Nullable ChangeFeed> news) {
		this.path = path;
		this.news = news;
	}

	/** Returns the point behind a variable, which is below this one. */
	Shape behind(String variable) {
		return new Shape(this.path + "/{" + variable + "}", this.news);
	}

	String path() {
		return this.path;
	}

	Map<Name, Shape> fixed() {
		return this.fixed;
	}

	/** Returns the directories of a variable, or {@code null} if there are none. */
	@Nullable Level level() {
		return this.level;
	}

	void setLevel(Level level) {
		this.level = level;
	}

	/** Whether the directories of the variable have this shape, too. */
	boolean isTree() {
		Level variable = this.level;
		return variable != null && variable.below() == this;
	}

	/** Whether rows without a value of the variable have a directory of their own. */
	boolean hasNameless() {
		return this.level != null && !isTree();
	}

	/** Returns the names of directories that are not rows. */
	Set<Name> reserved() {
		Set<Name> names = new HashSet<>(this.fixed.keySet());
		if (hasNameless()) {
			names.add(NOTHING);
		}
		return names;
	}

	/** Returns who sees which entries. Asked once all paths are combined. */
	JoinedAudiences audiences() {
		return this.audiences.get();
	}

	/**
	 * Returns the rights of the current caller on the rows of a repository here. One that
	 * refuses the caller hides no rows of others. May block.
	 */
	CallerRights rightsHere(RowRights rights) {
		return audiences().areSeveral() ? CallerRights.among(rights) : CallerRights.of(rights);
	}

	/** Returns who sees which directories of the variable. Asked as the above. */
	JoinedAudiences seers() {
		return this.seers.get();
	}

	private Stream<RowRights> directoryRights() {
		Level variable = this.level;
		if (variable == null) {
			return Stream.empty();
		}
		Stream<RowRights> below = Stream.concat(
				hidesNameless() ? variable.below().allFiles().map(TreeFiles::rights) : Stream.empty(),
				variable.below().allRights().filter(RowRights::isFiltered));
		return Stream.concat(variable.rights(), below);
	}

	/** Whether something here needs no rights. */
	private boolean hasUnguarded() {
		return !this.fixed.isEmpty() || this.files.stream().anyMatch((it) -> it.rights().audiences() == null)
				|| this.level instanceof RowsLevel rows && rows.isUnguarded();
	}

	/** Returns the rights on all files and directories here and below. */
	private Stream<RowRights> allRights() {
		Level variable = this.level;
		Stream<RowRights> directories = (variable == null || variable.below() == this) ? Stream.empty()
				: Stream.concat(variable.rights(), variable.below().allRights());
		Stream<RowRights> here = Stream.concat(this.files.stream().map(TreeFiles::rights), directories);
		return Stream.concat(here, this.fixed.values().stream().flatMap(Shape::allRights));
	}

	/**
	 * Whether the directory of the rows without a value of the variable is there only for
	 * whoever may read one of its files.
	 */
	boolean hidesNameless() {
		Level variable = this.level;
		return variable != null && hasNameless()
				&& variable.below().allFiles().allMatch((behind) -> behind.rights().hidesRows());
	}

	/**
	 * Returns the feed that reports every change of the entries of a directory of this
	 * shape, or {@code null}. A file that gives its name up to a directory is reported by
	 * that, but not one that gives it up to a file of another repository.
	 */
	@Nullable ChangeFeed announcedBy(TreeDirectory directory) {
		// Called at each lookup, and usually there is no feed.
		ChangeFeed feed = this.news.get();
		return (feed != null && this.files.size() <= 1 && this.audiences.get().simplified() == null
				&& isAnnounced(directory)) ? feed : null;
	}

	private boolean isAnnounced(TreeDirectory directory) {
		Level variable = this.level;
		return (variable == null || variable.isAnnounced(directory))
				&& this.files.stream().allMatch((behind) -> behind.isAnnounced(directory.steps()));
	}

	List<TreeFiles> files() {
		return this.files;
	}

	/** Returns the point behind a fixed name, creating it if there is none. */
	Shape require(Name name) {
		return this.fixed.computeIfAbsent(name,
				(it) -> new Shape(this.path.isEmpty() ? it.value() : this.path + "/" + it, this.news));
	}

	/** Returns the files here and at all points below. */
	Stream<TreeFiles> allFiles() {
		Stream<TreeFiles> below = this.fixed.values().stream().flatMap(Shape::allFiles);
		Level variable = this.level;
		Stream<TreeFiles> deeper = (variable != null && variable.below() != this) ? variable.below().allFiles()
				: Stream.empty();
		return Stream.of(this.files.stream(), below, deeper).flatMap((it) -> it);
	}

	/** Returns how all their content is stored and read, or {@code null}. */
	@Nullable String describeContent() {
		List<String> descriptions = allFiles().map((files) -> files.source().describeContent())
			.filter(Objects::nonNull)
			.distinct()
			.toList();
		return descriptions.isEmpty() ? null : String.join(" ", descriptions);
	}

	@Override
	public String toString() {
		return this.path;
	}

}
