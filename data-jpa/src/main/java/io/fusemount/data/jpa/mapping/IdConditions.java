package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * HQL conditions on ids. Ids of several columns are compared column by column: the first
 * column that differs decides which id is greater.
 */
public final class IdConditions {

	/** In the order of the text. */
	private final List<IdPart> parts;

	/** In the order in which rows are sorted, preferably that of the index. */
	private final List<IdPart> sorted;

	private final @Nullable CompositeId composite;

	private final boolean rowsAreCompared;

	/**
	 * Creates the conditions.
	 * @param rowsAreCompared whether the database uses an index to compare rows of values
	 */
	IdConditions(List<IdPart> parts, List<IdPart> sorted, @Nullable CompositeId composite, boolean rowsAreCompared) {
		this.parts = List.copyOf(parts);
		this.sorted = List.copyOf(sorted);
		this.composite = composite;
		this.rowsAreCompared = rowsAreCompared;
	}

	/**
	 * Returns the columns of an entity's id, for the select clause.
	 */
	public String selected(String alias) {
		return joined(this.parts, alias);
	}

	/**
	 * Returns the number of columns.
	 */
	public int width() {
		return this.parts.size();
	}

	/**
	 * Returns the columns by which entities are sorted.
	 */
	public String order(String alias) {
		return joined(this.sorted, alias);
	}

	private static String joined(List<IdPart> parts, String alias) {
		return parts.stream().map((part) -> column(alias, part)).collect(Collectors.joining(", "));
	}

	private static String column(String alias, IdPart part) {
		return alias + "." + part.path();
	}

	/**
	 * Returns the condition that an entity has the id that the parameter
	 * {@linkplain #bind stands for}.
	 */
	public String is(String alias, String parameter) {
		return equal(alias, parameter(parameter));
	}

	/**
	 * Whether {@link #isAmong} can be used: each database compares an id of several
	 * columns with a list in a way of its own.
	 */
	public boolean areListed() {
		return this.composite == null;
	}

	/**
	 * Returns the condition that an entity has one of the ids that the parameter stands
	 * for.
	 */
	public String isAmong(String alias, String parameter) {
		return column(alias, this.parts.get(0)) + " in (:" + parameter + ")";
	}

	/**
	 * Returns the condition that two entities have the same id.
	 */
	public String isSame(String alias, String other) {
		return equal(alias, (part) -> column(other, part));
	}

	private String equal(String alias, Function<IdPart, String> other) {
		return this.parts.stream()
			.map((part) -> column(alias, part) + " = " + other.apply(part))
			.collect(Collectors.joining(" and "));
	}

	/**
	 * Returns the condition that two entities have different ids.
	 */
	public String isOther(String alias, String other) {
		return grouped(this.parts.stream()
			.map((part) -> column(alias, part) + " <> " + column(other, part))
			.collect(Collectors.joining(" or ")));
	}

	/**
	 * Returns the condition that an entity comes before another one.
	 */
	public String isBefore(String alias, String other) {
		return compared(alias, "<", (part) -> column(other, part));
	}

	/**
	 * Returns the condition that an entity comes after the id that the parameter stands
	 * for.
	 */
	public String isAfter(String alias, String parameter) {
		return compared(alias, ">", parameter(parameter));
	}

	/**
	 * Returns the condition that an entity comes before the id that the parameter stands
	 * for, or has it.
	 */
	public String isUpTo(String alias, String parameter) {
		return compared(alias, "<=", parameter(parameter));
	}

	private String compared(String alias, String operator, Function<IdPart, String> other) {
		if (this.sorted.size() > 1 && this.rowsAreCompared) {
			return "(" + order(alias) + ") " + operator + " "
					+ this.sorted.stream().map(other).collect(Collectors.joining(", ", "(", ")"));
		}
		return compared(alias, operator, other, this.sorted);
	}

	/** The first condition is the one for which every database uses an index. */
	private static String compared(String alias, String operator, Function<IdPart, String> other, List<IdPart> parts) {
		String left = column(alias, parts.get(0));
		String right = other.apply(parts.get(0));
		if (parts.size() == 1) {
			return left + " " + operator + " " + right;
		}
		String strict = operator.substring(0, 1);
		return "(" + left + " " + strict + "= " + right + " and (" + left + " " + strict + " " + right + " or " + left
				+ " = " + right + " and " + compared(alias, operator, other, parts.subList(1, parts.size())) + "))";
	}

	private String grouped(String condition) {
		return (this.parts.size() > 1) ? "(" + condition + ")" : condition;
	}

	private Function<IdPart, String> parameter(String name) {
		return (part) -> ":" + name(name, part);
	}

	private String name(String parameter, IdPart part) {
		return (this.composite != null) ? parameter + part.position() : parameter;
	}

	/**
	 * Sets the id that a parameter of a query stands for.
	 */
	public void bind(Query query, String parameter, Object id) {
		if (this.composite == null) {
			query.setParameter(parameter, id);
			return;
		}
		List<@Nullable Object> values = new ArrayList<>(this.composite.values(id));
		this.parts.forEach((part) -> query.setParameter(name(parameter, part), values.get(part.position())));
	}

}
