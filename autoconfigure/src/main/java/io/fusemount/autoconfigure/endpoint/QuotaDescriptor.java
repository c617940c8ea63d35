package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.node.Quota;
import io.fusemount.core.node.QuotaUsage;
import io.fusemount.core.supervision.Supervision;
import org.jspecify.annotations.Nullable;

/**
 * What a quota took when it was measured last.
 *
 * @param of whose quota it is
 * @param share the part that is used, of bytes or of files, whichever is more
 * @param bytes the number of bytes
 * @param maxBytes how many may be, {@code null} without a limit
 * @param files the number of files
 * @param maxFiles how many may be, {@code null} without a limit
 * @param measured when it was measured
 */
public record QuotaDescriptor(String of, double share, long bytes, @Nullable Long maxBytes, long files,
		@Nullable Long maxFiles, Instant measured) {

	/** There may be as many quotas as there are users. */
	private static final int MAX = 100;

	static List<QuotaDescriptor> of(Supervision supervision) {
		return supervision.quotas(MAX).stream().map(QuotaDescriptor::of).toList();
	}

	private static QuotaDescriptor of(Quota.Measured quota) {
		QuotaUsage usage = quota.usage();
		return new QuotaDescriptor(usage.of(), usage.share(), usage.bytes(), limit(usage.maxBytes()), usage.files(),
				limit(usage.maxFiles()), quota.at());
	}

	private static @Nullable Long limit(long max) {
		return (max != QuotaUsage.UNLIMITED) ? max : null;
	}

}
