package io.fusemount.data.jpa.scope;

import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.data.jpa.guard.AskedRows;
import io.fusemount.data.jpa.rights.CallerCondition;
import io.fusemount.data.jpa.rights.CallerConditions;
import io.fusemount.data.jpa.rights.CallerSpecification;
import io.fusemount.data.jpa.rights.RowRights;
import org.jspecify.annotations.Nullable;

/**
 * The rights of one caller on rows, wherever these are.
 *
 * @param readable the rows that the caller may read
 * @param changeable the rows that the caller may change if they are readable
 * @param filters what tells apart the callers to whom statements show other rows; empty
 * if there are none
 * @param asked the rows that their repository itself is asked about
 */
public record CallerRights(Scope readable, Scope changeable, List<@Nullable Object> filters, AskedRows asked) {

	/**
	 * All rights on all rows.
	 */
	public static final CallerRights ALL = new CallerRights(Scope.ALL, Scope.ALL, List.of(), AskedRows.NONE);

	private static final CallerRights NOTHING = new CallerRights(Scope.ALL.and(new NothingBound()),
			Scope.ALL.and(new NothingBound()), List.of(), AskedRows.NONE);

	/**
	 * Returns the rights of the current caller. May block.
	 * @throws io.fusemount.core.errno.ErrnoException {@code EACCES} if they cannot be
	 * evaluated for the caller
	 */
	public static CallerRights of(RowRights rights) {
		CallerConditions conditions = rights.ofCaller();
		return new CallerRights(scope(conditions.readable(), conditions.specifiedReadable()),
				scope(conditions.writable(), conditions.specifiedWritable()), conditions.filters(), conditions.asked());
	}

	/**
	 * Returns the rights of the current caller where others than these rights decide,
	 * too: none if these refuse the caller, unless names depend on who looks. May block.
	 */
	public static CallerRights among(RowRights rights) {
		try {
			return of(rights);
		}
		catch (ErrnoException ex) {
			if (ex.errno() != Errno.EACCES || rights.isFiltered()) {
				throw ex;
			}
			return NOTHING;
		}
	}

	private static Scope scope(@Nullable CallerCondition condition, @Nullable CallerSpecification specification) {
		Scope declared = (condition != null) ? Scope.ALL.and(new CallerBound(condition)) : Scope.ALL;
		return (specification != null) ? declared.and(new SpecifiedBound(specification)) : declared;
	}

	/**
	 * Whether conditions may hide a row or keep it from changes.
	 */
	public boolean areLimited() {
		return hideRows() || limitChanges();
	}

	/**
	 * Whether conditions may hide a row.
	 */
	public boolean hideRows() {
		return !this.readable.bounds().isEmpty();
	}

	/**
	 * Whether any readable row may be unchangeable.
	 */
	public boolean limitChanges() {
		return !this.changeable.bounds().isEmpty();
	}

	/**
	 * Returns these rights on the rows of a scope only.
	 */
	public CallerRights within(Scope scope) {
		return new CallerRights(this.readable.and(scope), this.changeable, this.filters, this.asked);
	}

}
