package io.fusemount.conformance.programs;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The application's view of the files in a directory: its rows.
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
	 * Returns every name that a row has had since the last {@link #forget()}, even for a
	 * moment. Empty where names are not recorded.
	 */
	Set<String> stored();

	/**
	 * Returns the number of transactions that have changed rows since the last
	 * {@link #forget()}, 0 where they are not recorded.
	 */
	long commits();

	/**
	 * Starts a new observation.
	 */
	void forget();

}
