package io.fusemount.core.service;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.Quotas;
import io.fusemount.core.operation.Caller;
import io.fusemount.core.operation.Viewer;
import io.fusemount.core.supervision.ServiceCheck;
import io.fusemount.core.supervision.UnsavedListing;
import org.jspecify.annotations.Nullable;

/**
 * The status of a filesystem: a reason for health checks, and a text for users of the
 * mount. No part of it queries the database.
 */
public final class ServiceStatus {

	private static final Viewer ADMINISTRATOR = new Viewer(Caller.ROOT, true);

	/** The number of quotas that the text shows. */
	private static final int MAX_QUOTAS = 10;

	private final ServiceCheck check;

	private final Supplier<UnsavedListing> unsaved;

	private final LongSupplier freeBytes;

	private final IntSupplier openHandles;

	private final Directory root;

	private final Instant mounted;

	/**
	 * Creates the status of a filesystem.
	 * @param unsaved lists the content that could not be stored
	 * @param freeBytes the free space on the disk of the spool, including space that
	 * cached content would give up
	 * @param openHandles the number of open files and directories
	 * @param root the directory whose quotas are shown
	 * @param mounted the time at which the filesystem was mounted
	 */
	public ServiceStatus(ServiceCheck check, Supplier<UnsavedListing> unsaved, LongSupplier freeBytes,
			IntSupplier openHandles, Directory root, Instant mounted) {
		this.check = check;
		this.unsaved = unsaved;
		this.freeBytes = freeBytes;
		this.openHandles = openHandles;
		this.root = root;
		this.mounted = mounted;
	}

	/**
	 * Returns a description for administrators of why programs make no progress, or
	 * {@code
	 * null} if no reason is known.
	 */
	public @Nullable String trouble() {
		return this.check.trouble(this.unsaved.get(), this.freeBytes.getAsLong(), ADMINISTRATOR);
	}

	/**
	 * Returns a description for administrators of processes that do not see the mount, or
	 * {@code null} if none are known.
	 */
	public @Nullable String visibility() {
		return this.check.visibility(ADMINISTRATOR);
	}

	/**
	 * Returns a description for administrators of why changes by others are seen late, or
	 * {@code null} if no reason is known.
	 */
	public @Nullable String changeFeed() {
		return this.check.changeFeed(ADMINISTRATOR);
	}

	/**
	 * Returns what is known of the quotas, the fullest first.
	 * @param limit the maximum number of quotas
	 */
	public List<Quota.Measured> quotas(int limit) {
		return this.root.origins()
			.stream()
			.map(Origin::quotas)
			.filter(Objects::nonNull)
			.flatMap(Quotas::measured)
			.sorted(Quota.Measured.FULLEST)
			.limit(limit)
			.toList();
	}

	/**
	 * Returns the status as lines of text. The first line is the status word of health
	 * checks.
	 */
	String text(Viewer viewer) {
		UnsavedListing all = this.unsaved.get();
		long free = this.freeBytes.getAsLong();
		String trouble = this.check.trouble(all, free, viewer);
		String first = (trouble != null) ? "OUT_OF_SERVICE\nreason: " + trouble : "UP";
		return """
				%s
				mounted: since %s, by process %d%s%s
				open: %d files and directories
				spool: %d MB free
				unsaved: %s
				%s""".formatted(first, seconds(this.mounted), ProcessHandle.current().pid(),
				line("visibility", this.check.visibility(viewer)), line("change feed", this.check.changeFeed(viewer)),
				this.openHandles.getAsInt(), free >> 20, unsaved(all.seenBy(viewer)), viewer.all() ? quotaLines() : "");
	}

	/** Whose they are is nothing for others: they see their own by {@code df}. */
	private String quotaLines() {
		return quotas(MAX_QUOTAS).stream()
			.filter((quota) -> quota.usage().isLimited())
			.map((quota) -> "quota of %s: %s at %s\n".formatted(quota.usage().of(), quota.usage().describe(),
					seconds(quota.at())))
			.collect(Collectors.joining());
	}

	private static String line(String name, @Nullable String value) {
		return (value != null) ? "\n" + name + ": " + value : "";
	}

	private static String unsaved(UnsavedListing listing) {
		String reason = listing.reason();
		if (reason != null) {
			return "cannot be listed: " + reason;
		}
		int files = listing.files();
		Instant oldest = listing.oldest();
		return (oldest == null) ? "none"
				: "%d %s, the oldest at %s".formatted(files, (files == 1) ? "file" : "files", seconds(oldest));
	}

	private static Instant seconds(Instant time) {
		return time.truncatedTo(ChronoUnit.SECONDS);
	}

}
