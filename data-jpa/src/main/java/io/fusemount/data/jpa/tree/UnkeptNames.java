package io.fusemount.data.jpa.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.database.NameLocks;
import io.fusemount.data.jpa.mapping.DirectorySegment;
import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowMapping;
import org.jspecify.annotations.Nullable;

/**
 * Describes the directories in which programs create names that no unique key keeps
 * apart, with the reason and the missing key.
 */
final class UnkeptNames {

	private final String path;

	private final List<Member> members;

	private UnkeptNames(String path, List<Member> members) {
		this.path = path;
		this.members = members;
	}

	/**
	 * Returns a sentence, without a full stop, about each such directory at a point of
	 * the paths and below.
	 */
	static List<String> below(Shape shape) {
		List<String> lines = new ArrayList<>();
		String own = new UnkeptNames(shape.path(), members(shape)).describe();
		if (own != null) {
			lines.add(own);
		}
		Level level = shape.level();
		if (level != null && level.below() != shape) {
			lines.addAll(below(level.below()));
		}
		shape.fixed().values().forEach((child) -> lines.addAll(below(child)));
		return lines;
	}

	private static List<Member> members(Shape shape) {
		List<Member> members = new ArrayList<>();
		if (shape.level() instanceof RowsLevel level && level.makesRows()) {
			members.add(new Member(level.source().row(), level.binder(), level.source().access().nameLocks()));
		}
		shape.files()
			.stream()
			.filter(TreeFiles::isWritable)
			.forEach((files) -> members.add(new Member(files.source().mapping().entity().row(), files.binder(),
					files.source().access().nameLocks())));
		return members;
	}

	private @Nullable String describe() {
		Set<String> reasons = new LinkedHashSet<>();
		Set<String> advice = new LinkedHashSet<>();
		Set<String> tables = this.members.stream()
			.map((member) -> member.row().table())
			.collect(Collectors.toCollection(LinkedHashSet::new));
		if (tables.size() > 1) {
			reasons.add("they are in several tables, " + String.join(" and ", tables));
			advice.add("no constraint spans these");
		}
		for (Member member : this.members) {
			if (!member.isKept()) {
				reasons.add(member.name() + " is not unique there");
				advice.add("a unique constraint of " + member.key() + " of " + member.row().table()
						+ " keeps its names apart without a lock");
			}
			else if (!member.isKeptWithoutValues()) {
				reasons.add(member.name() + " is not unique where a column of the constraint has no value, for nulls "
						+ "are not equal");
				advice.add("unique nulls not distinct " + member.key() + " of " + member.row().table()
						+ ", or a generated column in its place, keeps them apart there, too");
			}
		}
		return reasons.isEmpty() ? null
				: "Nothing in the database keeps the names in '" + this.path + "' apart: " + String.join("; ", reasons)
						+ ". FuseMount locks a name while it makes it" + this.members.get(0).locks().reach()
						+ "; names that the application makes are not locked (" + String.join("; ", advice) + ")";
	}

	/**
	 * Rows of one table whose names programs choose.
	 */
	private record Member(RowMapping row, Binder binder, NameLocks locks) {

		private Stream<PropertyPath> paths() {
			return this.binder.variables().stream().filter(Objects::nonNull).map(DirectorySegment.Variable::path);
		}

		private Set<String> columns() {
			return paths().flatMap((path) -> path.ownColumn().stream())
				.collect(Collectors.toCollection(LinkedHashSet::new));
		}

		boolean isKept() {
			return this.row.nameColumn().isUniqueAmong(columns(), Set.of());
		}

		boolean isKeptWithoutValues() {
			return paths().filter(PropertyPath::isNullable).allMatch((path) -> {
				Set<String> same = new HashSet<>(columns());
				same.removeAll(path.ownColumn());
				return this.row.nameColumn().isUniqueAmong(same, path.ownColumn());
			});
		}

		String name() {
			return this.row.name() + "." + this.row.fileName();
		}

		String key() {
			return Stream.concat(columns().stream(), Stream.of(this.row.nameColumn().column()))
				.collect(Collectors.joining(", ", "(", ")"));
		}

	}

}
