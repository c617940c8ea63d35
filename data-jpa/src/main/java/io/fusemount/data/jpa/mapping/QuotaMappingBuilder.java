package io.fusemount.data.jpa.mapping;

import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import io.fusemount.annotation.FileQuota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.data.jpa.rights.CallerContext;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.ParseException;
import org.springframework.util.ClassUtils;
import org.springframework.util.unit.DataSize;

/**
 * Builds the quotas of a repository.
 *
 * @param rows the rows
 * @param callers evaluates expressions about callers
 * @param problem returns the exception for a quota that cannot be, from the predicate of
 * a sentence and the fix
 */
record QuotaMappingBuilder(RowMapping rows, CallerContext callers,
		BiFunction<String, String, MappingException> problem) {

	private static final String FIX = "Declare it as in quota = @FileQuota(bytes = \"10GB\"), "
			+ "or @FileQuota(per = \"customer\", bytes = \"customer.quota\")";

	@Nullable QuotaMapping build(FileQuota declared) {
		if (declared.bytes().isBlank() && declared.files().isBlank()) {
			if (!declared.per().isBlank() || !declared.caller().isBlank()) {
				throw this.problem.apply("has a quota without a limit", FIX);
			}
			return null;
		}
		PropertyPath per = declared.per().isBlank() ? null : path(this.rows.persister(), declared.per());
		return new QuotaMapping(per, caller(per, declared.caller()),
				limit(per, declared.bytes(), (text) -> DataSize.parse(text).toBytes()),
				limit(per, declared.files(), Long::parseLong));
	}

	private Supplier<@Nullable Object> caller(@Nullable PropertyPath per, String expression) {
		if (expression.isBlank()) {
			return () -> null;
		}
		if (per == null) {
			throw this.problem.apply("has a quota for all files together, and says which of them is a caller's", FIX);
		}
		try {
			return this.callers.value(expression);
		}
		catch (ParseException | IllegalArgumentException | IllegalStateException ex) {
			throw this.problem.apply(
					"has a quota whose caller = \"" + expression + "\" cannot be parsed (" + ex.getMessage() + ")",
					"Write it as in @Query: ?#{authentication.name}");
		}
	}

	private PropertyPath path(EntityPersister entity, String name) {
		PropertyPath path = new PropertyPaths(entity, this.rows.database()).find(name);
		if (path == null) {
			throw this.problem.apply("has a quota by '" + name + "', which is no property", FIX);
		}
		return path;
	}

	private QuotaMapping.Limit limit(@Nullable PropertyPath per, String declared, ToLongFunction<String> number) {
		if (declared.isBlank()) {
			return new QuotaMapping.Limit(QuotaUsage.UNLIMITED, null);
		}
		EntityPersister holder = (per != null) ? QuotaMapping.holder(per) : null;
		if (per != null && holder != null) {
			String prefix = (per.isAssociation() ? per.name() : per.toOwner()) + ".";
			if (declared.startsWith(prefix)) {
				return new QuotaMapping.Limit(0, query(per, holder, declared.substring(prefix.length())));
			}
		}
		try {
			long limit = number.applyAsLong(this.callers.resolve(declared));
			if (limit >= 0) {
				return new QuotaMapping.Limit(limit, null);
			}
		}
		catch (IllegalArgumentException ex) {
			// Told below.
		}
		throw this.problem.apply("has a quota of '" + declared + "', which is neither a number nor a property of "
				+ ((holder != null) ? holder.getMappedClass().getSimpleName() : "an entity that 'per' leads to"), FIX);
	}

	private String query(PropertyPath per, EntityPersister holder, String property) {
		PropertyPath limit = path(holder, property);
		Class<?> type = limit.property().type();
		if (!Number.class.isAssignableFrom(ClassUtils.resolvePrimitiveIfNecessary(type))) {
			throw this.problem.apply("has a quota by '" + property + "' of " + holder.getMappedClass().getSimpleName()
					+ ", which is no number but a " + type.getSimpleName(), FIX);
		}
		String key = per.isAssociation() ? "s" : "s." + per.property().name();
		return "select " + limit.of("s") + " from " + holder.getEntityName() + " s where " + key + " = :share";
	}

}
