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
 * @param href where a click leads: into a directory, or to the content of a file
 * @param size in bytes, {@code null} for a directory
 * @param modified when it was changed, if that is known
 * @param removal to which its deletion is posted, {@code null} if it can not be deleted
 */
record Entry(String name, String href, @Nullable Long size, @Nullable Instant modified, @Nullable String removal) {

	private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")
		.withZone(ZoneId.systemDefault());

	private static final String[] UNITS = { "KB", "MB", "GB", "TB", "PB", "EB" };

	/** A directory that is there for good. */
	static Entry fixed(String name, String href) {
		return new Entry(name, href, null, null, null);
	}

	static Entry directory(Archived directory, String parent, String removals) {
		Long id = Objects.requireNonNull(directory.getId());
		return new Entry(directory.getName(), parent + "/" + id, null, directory.getModified(),
				removals + "/" + id + "/delete");
	}

	/**
	 * A file.
	 * @param collection of the files of its kind
	 * @param removals below which its deletion is, {@code null} if it can not be deleted
	 */
	static Entry file(ListedFile file, String collection, @Nullable String removals) {
		return new Entry(file.name(), "/api/" + collection + "/" + file.id() + "/content", file.size(), file.modified(),
				(removals != null) ? removals + "/" + file.id() + "/delete" : null);
	}

	public boolean isDirectory() {
		return this.size == null;
	}

	/** Returns the size as one reads it, for a file. */
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

	/** Returns the minute in which it was changed, in the time zone of the server. */
	public @Nullable String minute() {
		return (this.modified != null) ? MINUTES.format(this.modified) : null;
	}

}
