package io.fusemount.data.jpa.scope;

import java.util.Set;
import java.util.stream.Stream;

import io.fusemount.data.jpa.rights.CallerSpecification;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * A condition that all rows of a directory meet.
 */
public interface Bound {

	/**
	 * Returns the condition.
	 * @param alias the alias of the row in the query
	 * @param parameter the prefix of the names of its parameters
	 */
	String condition(String alias, String parameter);

	/**
	 * Sets the parameters of the condition in a query.
	 */
	void bind(Query query, String parameter);

	/**
	 * Returns the specifications whose marks the condition has.
	 * <p>
	 * The default is none.
	 */
	default Stream<CallerSpecification> specifications() {
		return Stream.empty();
	}

	/**
	 * Returns the columns in which all rows that meet the condition have the same value.
	 * <p>
	 * The default is none.
	 */
	default Set<String> columns() {
		return Set.of();
	}

	/**
	 * Returns the columns in which no row that meets the condition has a value.
	 * <p>
	 * The default is none.
	 */
	default Set<String> emptyColumns() {
		return Set.of();
	}

	/**
	 * Returns a text that distinguishes the rows from those of other directories, the
	 * same in every process.
	 */
	String identity();

	/**
	 * Returns why an entity cannot be made to meet the condition, as a sentence without a
	 * full stop, or {@code null} if it can.
	 */
	@Nullable String refusal();

	/**
	 * Changes an entity so that it meets the condition, if it {@linkplain #refusal()
	 * can}.
	 */
	void apply(EntityManager entityManager, Object entity);

}
