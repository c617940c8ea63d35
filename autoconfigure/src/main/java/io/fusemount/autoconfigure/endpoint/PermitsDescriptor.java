package io.fusemount.autoconfigure.endpoint;

import io.fusemount.core.limit.DatabasePermits;
import org.jspecify.annotations.Nullable;

/**
 * The permits to use the database, which all mounts share.
 *
 * @param used the number of permits in use
 * @param limit the total number of permits
 * @param waiting the number of operations that wait for a permit
 */
public record PermitsDescriptor(int used, int limit, int waiting) {

	static @Nullable PermitsDescriptor of(@Nullable DatabasePermits permits) {
		return (permits != null)
				? new PermitsDescriptor(permits.limit() - permits.available(), permits.limit(), permits.waiting())
				: null;
	}

}
