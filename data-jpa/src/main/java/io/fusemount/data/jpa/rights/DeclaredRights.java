package io.fusemount.data.jpa.rights;

import java.util.function.BiFunction;

import io.fusemount.data.jpa.guard.CallerGuards;
import jakarta.persistence.EntityManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a repository as its annotation declares them.
 *
 * @param readable the condition on the rows that a caller may read, empty for all
 * @param writable the condition on the rows that a caller may change, empty for all that
 * the caller may read
 */
public record DeclaredRights(String readable, String writable) {

	/**
	 * No conditions.
	 */
	public static final DeclaredRights NONE = new DeclaredRights("", "");

	/**
	 * Checks and builds the rights.
	 * @param repository the name of the repository
	 * @param entity the name of the entity of the rows
	 * @param type the class of the entity
	 * @param unit the persistence unit of the entity
	 * @param guards the guards that are applied for each caller
	 * @param context evaluates the expressions
	 * @param problem returns the exception for a condition that cannot be used, from the
	 * condition as it is declared and the reason, the predicate of a sentence
	 */
	public RowRights build(String repository, String entity, Class<?> type, EntityManagerFactory unit,
			CallerGuards guards, CallerContext context,
			BiFunction<String, String, ? extends RuntimeException> problem) {
		return RowRights.of(condition("readable", this.readable, entity, unit, problem),
				condition("writable", this.writable, entity, unit, problem), specified(type, unit, context), guards,
				repository, context);
	}

	private static @Nullable SpecifiedRights specified(Class<?> type, EntityManagerFactory unit,
			CallerContext context) {
		RowAccess<Object> access = context.access(type);
		return (access != null) ? new SpecifiedRights(access, type, unit) : null;
	}

	private static @Nullable RowCondition condition(String attribute, String declared, String entity,
			EntityManagerFactory unit, BiFunction<String, String, ? extends RuntimeException> problem) {
		if (declared.isBlank()) {
			return null;
		}
		try {
			RowCondition condition = RowCondition.parse(attribute, declared);
			condition.require(unit, entity);
			return condition;
		}
		catch (IllegalArgumentException ex) {
			RuntimeException failure = problem.apply(attribute + " = \"" + declared + "\"", reason(ex));
			failure.initCause(ex);
			throw failure;
		}
	}

	private static String reason(IllegalArgumentException failure) {
		return String.valueOf(failure.getMessage());
	}

}
