package io.fusemount.data.jpa.rights;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.guard.CallerGuards;
import org.jspecify.annotations.Nullable;

import org.springframework.data.expression.ValueExpression;

/**
 * The values that the expressions of a repository have for callers, and the filters of
 * its rows. Statements depend on nothing else of a caller, so callers for whom all values
 * are the same are one audience.
 */
final class CallerValues implements Audiences {

	/** The audience of the application's own work. */
	private static final Object SERVICE = "the application";

	private final UserAnswers<List<@Nullable Object>> known;

	/** The users who were refused when they were asked about last. */
	private final UserAnswers<Boolean> refused;

	private final List<RowCondition> conditions;

	private final @Nullable SpecifiedRights specified;

	private final CallerGuards guards;

	private final String repository;

	private final CallerContext context;

	private final EvaluationLog log;

	/**
	 * Creates the values.
	 * @param specified what a bean declares, or {@code null}
	 * @param guards the guards that are applied for each caller
	 * @param repository the name of the repository
	 */
	CallerValues(List<RowCondition> conditions, @Nullable SpecifiedRights specified, CallerGuards guards,
			String repository, CallerContext context) {
		this.specified = specified;
		this.conditions = List.copyOf(conditions);
		this.guards = guards;
		this.repository = repository;
		this.context = context;
		this.known = new UserAnswers<>(context.timeToLive());
		this.refused = new UserAnswers<>(Duration.ZERO);
		this.log = new EvaluationLog(repository);
	}

	@Override
	public Object current() {
		return (Caller.current() != null) ? ofCaller() : SERVICE;
	}

	@Override
	public @Nullable Object known() {
		return (Caller.current() != null) ? this.known.last() : SERVICE;
	}

	/** Whether the current caller was refused last. Never blocks. */
	boolean haveRefused() {
		return Caller.current() != null && this.refused.last() != null;
	}

	@Override
	public boolean haveOwnNames() {
		// Statements do not find the rows of others, so these take no names.
		return !this.guards.filters().areNone();
	}

	/**
	 * Returns the values for the current caller, in the order of the conditions, then
	 * those of filters, then who the caller is if the repository itself is asked about
	 * rows.
	 */
	List<@Nullable Object> ofCaller() {
		return HeldValues.of(List.of(this, UserAnswers.User.current()), this::latest);
	}

	private List<@Nullable Object> latest() {
		try {
			List<@Nullable Object> values = this.known.get(() -> this.context.asCaller(this::evaluate));
			this.refused.forget();
			return values;
		}
		catch (ErrnoException ex) {
			if (ex.errno() == Errno.EACCES) {
				this.known.forget();
				this.refused.keep(true);
			}
			throw ex;
		}
	}

	private List<@Nullable Object> evaluate() {
		if (!isPermitted()) {
			throw new ErrnoException(Errno.EACCES, "The application does not let this user read " + this.repository);
		}
		List<@Nullable Object> values = new ArrayList<>();
		for (RowCondition condition : this.conditions) {
			condition.expressions().forEach((expression) -> values.add(evaluate(condition, expression)));
		}
		values.addAll(filterValues());
		values.addAll(specified());
		if (!this.guards.rows().areNone()) {
			// The repository may tell apart whatever the application can.
			values.add(this.context.identity());
		}
		return Collections.unmodifiableList(values);
	}

	private boolean isPermitted() {
		try {
			return this.guards.permission().isGiven();
		}
		catch (RuntimeException ex) {
			this.log.failed("method security", "the guards of its reading methods", ex);
			throw new ErrnoException(Errno.EACCES,
					"The application cannot say whether this user may read " + this.repository,
					"The log of the application has the failure", ex);
		}
	}

	private List<@Nullable Object> specified() {
		if (this.specified == null) {
			return List.of();
		}
		try {
			return this.specified.values(this.context.identity());
		}
		catch (ErrnoException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			this.log.failed("RowAccess", this.specified.access().getClass().getName(), ex);
			throw new ErrnoException(Errno.EACCES,
					"The application cannot say which rows of " + this.repository + " this user may see",
					"Its RowAccess has failed; its log has the failure", ex);
		}
	}

	private List<@Nullable Object> filterValues() {
		try {
			return this.guards.filterValues().stream().<@Nullable Object>map(KeptValue::of).toList();
		}
		catch (ErrnoException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			this.log.failed("tenant or filter", "the resolvers of the application", ex);
			throw new ErrnoException(Errno.EACCES,
					"The application cannot say which rows of " + this.repository + " this user may see",
					"It may not know the tenant of the user; its log has the failure", ex);
		}
	}

	private @Nullable Object evaluate(RowCondition condition, ValueExpression expression) {
		try {
			return KeptValue.of(this.context.evaluate(expression));
		}
		catch (ErrnoException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			this.log.failed(condition.attribute(), expression.getExpressionString(), ex);
			throw new ErrnoException(Errno.EACCES,
					"The condition '" + condition.attribute() + "' of " + this.repository
							+ " cannot be evaluated for this user",
					"The application may not know the user; its log has the expression and the failure", ex);
		}
	}

}
