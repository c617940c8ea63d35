package io.fusemount.conformance.transport;

import java.nio.file.Path;

import io.fusemount.core.limit.ContentCacheSettings;

/**
 * The setting of {@link MountedFiles}.
 *
 * @param writable whether programs can change the files
 * @param cache the content that is kept on the local disk
 * @param disk a directory of the local disk
 */
public record FilesSetting(boolean writable, ContentCacheSettings cache, Path disk) {

	/** The usual setting. */
	public static final FilesSetting WRITABLE = new FilesSetting(true, ContentCacheSettings.defaults(),
			Path.of(System.getProperty("java.io.tmpdir")));

	/** Programs can change nothing. */
	public static final FilesSetting READ_ONLY = new FilesSetting(false, WRITABLE.cache, WRITABLE.disk);

	/**
	 * Returns the setting with another limit of the cache in bytes.
	 */
	public FilesSetting cacheOf(long size) {
		return new FilesSetting(this.writable, new ContentCacheSettings(size, true), this.disk);
	}

	/**
	 * Returns the setting on another disk.
	 */
	public FilesSetting on(Path otherDisk) {
		return new FilesSetting(this.writable, this.cache, otherDisk);
	}

}
