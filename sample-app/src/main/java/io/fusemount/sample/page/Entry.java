package io.fusemount.sample.page;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;

import io.fusemount.sample.archive.Archived;
import io.fusemount.sample.archive.ListedFile;
import org.jspecify.annotations.Nullable;

/**
 * A line of a page.
 *
 * @param href the target of a click: a directory, or the content of a file
 * @param size the size in bytes, {@code null} for a directory
 * @param modified the time of the last change, if known
 * @param removal the address for deleting it by POST, {@code null} if it cannot be
 * deleted
 */
record Entry(String name, String href, @Nullable Long size, @Nullable Instant modified, @Nullable String removal) {

	private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")
		.withZone(ZoneId.systemDefault());

	private static final String[] UNITS = { "KB", "MB", "GB", "TB", "PB", "EB" };

	/** Returns a permanent directory. */
	static Entry fixed(String name, String href) {
		return new Entry(name, href, null, null, null);
	}

	static Entry directory(Archived directory, String parent, String removals) {
		Long id = Objects.requireNonNull(directory.getId());
		return new Entry(directory.getName(), parent + "/" + id, null, directory.getModified(),
				removals + "/" + id + "/delete");
	}

	/**
	 * Returns a file.
	 * @param collection the address of the files of its kind
	 * @param removals the address below which it is deleted, {@code null} if it cannot be
	 * deleted
	 */
	static Entry file(ListedFile file, String collection, @Nullable String removals) {
		return new Entry(file.name(), "/api/" + collection + "/" + file.id() + "/content", file.size(), file.modified(),
				(removals != null) ? removals + "/" + file.id() + "/delete" : null);
	}

	public boolean isDirectory() {
		return this.size == null;
	}

	/** Returns the size of a file in readable form. */
	public @Nullable String readableSize() {
		if (this.size == null || this.size < 1000) {
			return (this.size != null) ? this.size + " B" : null;
		}
		double value = this.size / 1000.0;
		int unit = 0;
		while (value >= 999.5 && unit < UNITS.length - 1) {
			value /= 1000;
			unit++;
		}
		return String.format(Locale.ROOT, (value < 9.95) ? "%.1f %s" : "%.0f %s", value, UNITS[unit]);
	}

	/** Returns the minute of the last change, in the time zone of the server. */
	public @Nullable String minute() {
		return (this.modified != null) ? MINUTES.format(this.modified) : null;
	}

}
