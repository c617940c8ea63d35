package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Ownership;
import org.jspecify.annotations.Nullable;

/**
 * The directories in a directory: fixed ones, those of a variable, and one for the rows
 * in which the variable has no value.
 *
 * @param directory the directory
 */
record Subdirectories(TreeDirectory directory) {

	private Shape shape() {
		return this.directory.shape();
	}

	private @Nullable Level level() {
		return shape().level();
	}

	/** Returns the fixed directory with a name, or {@code null}. */
	@Nullable TreeDirectory fixed(Name wanted) {
		Shape below = shape().fixed().get(wanted);
		return (below != null) ? this.directory.fixedChild(wanted, below) : null;
	}

	/** Returns the fixed directories. */
	Stream<TreeDirectory> fixed() {
		return shape().fixed()
			.entrySet()
			.stream()
			.map((entry) -> this.directory.fixedChild(entry.getKey(), entry.getValue()));
	}

	/** Returns the directories that exist whatever rows there are. */
	Stream<TreeDirectory> always() {
		return Stream.concat(fixed(), shape().hasNameless() ? Stream.of(nothingStep()) : Stream.empty());
	}

	/** Returns the directory of the variable with a name, or {@code null}. */
	@Nullable TreeDirectory find(Name wanted) {
		Level level = level();
		if (level == null) {
			return null;
		}
		boolean without = shape().hasNameless() && wanted.equals(Shape.NOTHING);
		return without ? nothing() : level.find(this.directory, wanted);
	}

	/**
	 * Returns the directory of the rows without a value of the variable, or {@code null}
	 * if there are none for the current caller.
	 */
	@Nullable TreeDirectory nothing() {
		BiFunction<TreeFiles, List<Step>, Occupants> seen = shape().hidesNameless()
				? (files, steps) -> files.readable(shape(), steps) : TreeFiles::occupants;
		return nameless(seen).map(List::of).anyMatch(Occupants::exist) ? nothingStep() : null;
	}

	/** Returns the rows without a value of the variable, whoever looks. */
	Stream<Occupants> nameless() {
		return nameless(TreeFiles::occupants);
	}

	private Stream<Occupants> nameless(BiFunction<TreeFiles, List<Step>, Occupants> rows) {
		Level level = level();
		if (level == null || !shape().hasNameless()) {
			return Stream.empty();
		}
		List<Step> steps = new ArrayList<>(this.directory.steps());
		steps.add(new Step.Nothing());
		return level.below()
			.allFiles()
			.filter((files) -> files.isNullable(steps.size() - 1))
			.map((files) -> rows.apply(files, steps));
	}

	private TreeDirectory nothingStep() {
		return this.directory.child(Objects.requireNonNull(level()).below(), Shape.NOTHING, new Step.Nothing());
	}

	boolean isTaken(Name wanted) {
		Level level = level();
		return level != null && level.isTaken(this.directory, wanted);
	}

	/**
	 * Returns why programs cannot create, remove or rename directories, as the end of a
	 * sentence about these, or {@code null} if programs can.
	 */
	@Nullable String refusal() {
		Level level = level();
		if (level != null) {
			return level.refusal();
		}
		return shape().fixed().isEmpty() ? "its path has files and no directories"
				: "those that are here come from the paths of repositories";
	}

	/** Returns what of their ownership new directories keep. */
	Set<Ownership.Part> kept() {
		Level level = level();
		return (level != null) ? level.kept() : Set.of();
	}

	TreeDirectory create(Name wanted, Ownership initial) {
		Level level = requireLevel("made");
		requireOrdinary(wanted);
		return level.create(this.directory, wanted, initial);
	}

	void delete(TreeDirectory child) {
		requireChangeable(child, "removed");
		requireLevel("removed").delete(this.directory, child);
	}

	/** Whether a directory from elsewhere can be moved here. */
	boolean takes(Directory other) {
		Level level = level();
		return level != null && other instanceof TreeDirectory moved && level.takes(moved);
	}

	TreeDirectory rename(Directory source, Name target, @Nullable Directory replaced) {
		Level level = requireLevel("renamed");
		if (!(source instanceof TreeDirectory moved) || replaced != null && !(replaced instanceof TreeDirectory)
				|| !level.takes(moved)) {
			throw new ErrnoException(Errno.EXDEV, "The directory is of another repository");
		}
		requireChangeable(moved, "renamed");
		requireOrdinary(target);
		return level.rename(this.directory, moved, target, (TreeDirectory) replaced);
	}

	/** Requires a name that is not reserved: its row would be shown under another. */
	void requireOrdinary(Name wanted) {
		if (shape().reserved().contains(wanted)) {
			throw new ErrnoException(Errno.EPERM, "'" + wanted + "' is the name of a directory that is not a row here");
		}
	}

	private Level requireLevel(String what) {
		Level level = level();
		String refusal = refusal();
		if (level == null || refusal != null) {
			throw new ErrnoException(Errno.EPERM, "Directories cannot be " + what + " here: " + refusal);
		}
		return level;
	}

	private static void requireChangeable(TreeDirectory child, String what) {
		if (child.isFixed()) {
			throw new ErrnoException(Errno.EPERM,
					"'" + child.name() + "' is a part of the directory that it is in, and cannot be " + what);
		}
	}

}
