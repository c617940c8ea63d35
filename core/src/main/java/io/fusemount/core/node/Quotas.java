package io.fusemount.core.node;

import java.util.stream.Stream;

/**
 * Extension point: the quotas of the files of one origin, of which there may be as many
 * as there are users or customers.
 */
@FunctionalInterface
public interface Quotas {

	/**
	 * Returns what is known of those that were measured. Never blocks.
	 */
	Stream<Quota.Measured> measured();

	/**
	 * Returns the largest share that is used of one of them, 0 if none is known.
	 */
	default double fullest() {
		return measured().mapToDouble((quota) -> quota.usage().share()).max().orElse(0);
	}

}
