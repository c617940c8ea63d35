package io.fusemount.conformance.memory;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Who may see and change which rows of a {@link GuardedDirectory}.
 */
public interface Rights {

	/**
	 * Returns the audience of a user, {@code null} for one who may see nothing at all.
	 */
	@Nullable Object audience(int uid);

	/**
	 * Returns what an audience may do at this moment with a row that exists.
	 */
	Access of(Object audience, NodeKey row);

	/**
	 * Gives a new row its owner, as an entity listener does before the row is stored.
	 * @param audience the audience of the user who creates the row, {@code null} for the
	 * service itself
	 */
	void creating(@Nullable Object audience, NodeKey row, Name name);

}
