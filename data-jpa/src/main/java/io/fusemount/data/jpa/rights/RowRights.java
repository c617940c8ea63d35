package io.fusemount.data.jpa.rights;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.operation.Caller;
import io.fusemount.data.jpa.guard.AskedRows;
import io.fusemount.data.jpa.guard.CallerGuards;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of a repository on the rows that a caller may read and change. The
 * application's own work, without a caller, meets no condition.
 */
public final class RowRights {

	/**
	 * The rights on the rows of a repository without conditions: everybody may read and
	 * change all of them.
	 */
	public static final RowRights ALL = new RowRights("", null, null, null, CallerGuards.NONE, null, null);

	private final @Nullable RowCondition readable;

	private final @Nullable RowCondition writable;

	private final @Nullable SpecifiedRights specified;

	private final CallerGuards guards;

	private final @Nullable CallerValues values;

	private final @Nullable SavingUsers saving;

	private final String repository;

	private RowRights(String repository, @Nullable RowCondition readable, @Nullable RowCondition writable,
			@Nullable SpecifiedRights specified, CallerGuards guards, @Nullable CallerValues values,
			@Nullable SavingUsers saving) {
		this.repository = repository;
		this.saving = saving;
		this.specified = specified;
		this.readable = readable;
		this.writable = writable;
		this.guards = guards;
		this.values = values;
	}

	/**
	 * Returns the rights that conditions declare, and the guards of the repository.
	 * @param specified what a bean declares, or {@code null}
	 * @param guards the guards that are applied for each caller
	 * @param repository the name of the repository
	 * @param context evaluates the expressions
	 */
	static RowRights of(@Nullable RowCondition readable, @Nullable RowCondition writable,
			@Nullable SpecifiedRights specified, CallerGuards guards, String repository, CallerContext context) {
		List<RowCondition> conditions = Stream.of(readable, writable).filter(Objects::nonNull).toList();
		CallerValues values = (conditions.isEmpty() && specified == null && guards.areNone()) ? null
				: new CallerValues(conditions, specified, guards, repository, context);
		SavingUsers saving = guards.saving().isFree() ? null : new SavingUsers(guards.saving(), context);
		return (values == null && saving == null) ? ALL
				: new RowRights(repository, readable, writable, specified, guards, values, saving);
	}

	/**
	 * Whether callers may differ in what they may do.
	 */
	public boolean isGuarded() {
		return this.values != null;
	}

	/**
	 * Whether conditions, or a permission, may hide rows from callers.
	 */
	public boolean hidesRows() {
		return this.readable != null || this.specified != null || !this.guards.permission().isFree();
	}

	/**
	 * Returns the rows that the repository itself is asked about.
	 */
	public AskedRows asked() {
		return this.guards.rows();
	}

	/**
	 * Whether the same statement may show other rows to other callers.
	 */
	public boolean isFiltered() {
		return !this.guards.filters().areNone();
	}

	/**
	 * Returns who may do the same with all rows, or {@code null} if all callers may.
	 */
	public @Nullable Audiences audiences() {
		return this.values;
	}

	/**
	 * Returns the conditions for the current caller, with the values of the
	 * {@linkplain #audiences() audience}. May block.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EACCES} if an expression
	 * cannot be evaluated for the caller, {@code EIO} if the caller cannot be found out
	 */
	public CallerConditions ofCaller() {
		if (this.values == null || Caller.current() == null) {
			return CallerConditions.NONE;
		}
		List<@Nullable Object> all = this.values.ofCaller();
		int first = count(this.readable);
		int second = first + count(this.writable);
		int third = all.size() - (asked().areNone() ? 0 : 1);
		int filters = third - ((this.specified != null) ? SpecifiedRights.VALUES : 0);
		return new CallerConditions(with(this.readable, all.subList(0, first)),
				with(this.writable, all.subList(first, second)), specification(all.subList(filters, third), 0),
				specification(all.subList(filters, third), 1), all.subList(second, filters), asked());
	}

	/**
	 * Requires that the current caller may be allowed to store something, as far as this
	 * is known without a row and without a statement. May block.
	 * @throws ErrnoException {@code EACCES} if whatever the caller stores is refused
	 */
	public void requireStoring() {
		if (Caller.current() == null) {
			return;
		}
		if (ofCaller().allowNoChange() || this.saving != null && !this.saving.haveCaller()) {
			throw new ErrnoException(Errno.EACCES,
					"The application does not let this user store anything in " + this.repository);
		}
	}

	private static @Nullable CallerSpecification specification(List<@Nullable Object> values, int index) {
		return values.isEmpty() ? null : (CallerSpecification) values.get(index);
	}

	private static int count(@Nullable RowCondition condition) {
		return (condition != null) ? condition.expressions().size() : 0;
	}

	private static @Nullable CallerCondition with(@Nullable RowCondition condition, List<@Nullable Object> values) {
		return (condition != null) ? new CallerCondition(condition, values) : null;
	}

}
