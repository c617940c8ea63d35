package io.fusemount.autoconfigure.endpoint;

import io.fusemount.core.limit.DatabasePermits;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoint tells of the permits to use the database, which all mounts share.
 *
 * @param used how many are in use
 * @param limit how many there are
 * @param waiting how many operations wait for one
 */
public record PermitsDescriptor(int used, int limit, int waiting) {

	static @Nullable PermitsDescriptor of(@Nullable DatabasePermits permits) {
		return (permits != null)
				? new PermitsDescriptor(permits.limit() - permits.available(), permits.limit(), permits.waiting())
				: null;
	}

}
