package io.fusemount.core.service;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.fusemount.core.operation.Viewer;
import io.fusemount.core.supervision.ServiceCheck;
import io.fusemount.core.supervision.UnsavedListing;
import org.jspecify.annotations.Nullable;

/**
 * What a filesystem says of itself: to health checks a reason, to who looks into the
 * mount a text. No part of it asks the database.
 */
public final class ServiceStatus {

	private static final Viewer ADMINISTRATOR = new Viewer(0, true);

	private final ServiceCheck check;

	private final Supplier<UnsavedListing> unsaved;

	private final LongSupplier freeBytes;

	private final IntSupplier openHandles;

	private final Instant mounted;

	/**
	 * Creates the status of a filesystem.
	 * @param unsaved lists what could not be stored
	 * @param freeBytes what the disk of the spool has room for, with what gives way
	 * @param openHandles how many files and directories are open
	 * @param mounted since when it is there
	 */
	public ServiceStatus(ServiceCheck check, Supplier<UnsavedListing> unsaved, LongSupplier freeBytes,
			IntSupplier openHandles, Instant mounted) {
		this.check = check;
		this.unsaved = unsaved;
		this.freeBytes = freeBytes;
		this.openHandles = openHandles;
		this.mounted = mounted;
	}

	/**
	 * Returns in words for administrators why programs get nowhere, or {@code null} if
	 * nothing is known of that.
	 */
	public @Nullable String trouble() {
		return this.check.trouble(this.unsaved.get(), this.freeBytes.getAsLong(), ADMINISTRATOR);
	}

	/**
	 * Returns in words for administrators who does not see the mount, or {@code null} if
	 * nobody is known who does not.
	 */
	public @Nullable String visibility() {
		return this.check.visibility(ADMINISTRATOR);
	}

	/**
	 * Returns in words for administrators why changes by others are seen late, or
	 * {@code null} if nothing is known of that.
	 */
	public @Nullable String changeFeed() {
		return this.check.changeFeed(ADMINISTRATOR);
	}

	/**
	 * Returns a line for each thing there is to say, the first of them the one word that
	 * health has for it.
	 */
	String text(Viewer viewer) {
		UnsavedListing all = this.unsaved.get();
		long free = this.freeBytes.getAsLong();
		String trouble = this.check.trouble(all, free, viewer);
		String first = (trouble != null) ? "OUT_OF_SERVICE\nreason: " + trouble : "UP";
		return """
				%s
				mounted: since %s%s%s
				open: %d files and directories
				spool: %d MB free
				unsaved: %s
				""".formatted(first, seconds(this.mounted), line("visibility", this.check.visibility(viewer)),
				line("change feed", this.check.changeFeed(viewer)), this.openHandles.getAsInt(), free >> 20,
				unsaved(all.seenBy(viewer)));
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
