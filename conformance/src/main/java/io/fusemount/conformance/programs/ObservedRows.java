package io.fusemount.conformance.programs;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What the application sees of the files in a directory: its rows.
 */
public interface ObservedRows {

	/**
	 * Returns the identity of the row with this name, or {@code null} if there is none.
	 */
	@Nullable Object id(String name);

	/**
	 * Returns the content of the row with this name, or {@code null} if there is none.
	 */
	byte @Nullable [] content(String name);

	/**
	 * Returns the names of all rows.
	 */
	List<String> names();

	/**
	 * Returns every name that a row has had since the last {@link #forget()}, be it for a
	 * moment. Empty where that is not recorded.
	 */
	Set<String> stored();

	/**
	 * Returns how many transactions have changed rows since the last {@link #forget()}, 0
	 * where that is not recorded.
	 */
	long commits();

	/**
	 * Begins to observe anew.
	 */
	void forget();

}
