package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.data.jpa.guard.AskedRows;

/**
 * Warnings about mappings that work and may not be intended.
 */
public final class MappingWarnings {

	/**
	 * The most bytes of {@code tinyblob} and {@code blob}, which are seldom intended for
	 * files.
	 */
	private static final long SMALL_CONTENT = 65_535;

	private MappingWarnings() {
	}

	private static boolean isLoadedWithContent(EntityMapping entity) {
		return entity.contentColumn().inMemory() && entity.isContentOwn() && !entity.isContentLazy();
	}

	/**
	 * Returns the warnings about a directory, sentences without a full stop.
	 */
	public static List<String> of(FileMapping mapping) {
		EntityMapping entity = mapping.entity();
		List<String> warnings = new ArrayList<>();
		if (mapping.writable() && entity.version() == null) {
			warnings.add(entity.name() + " has no @Version: when a program and the application change the same file at "
					+ "once, the last one wins");
		}
		long length = entity.contentColumn().length();
		if (mapping.writable() && length <= SMALL_CONTENT) {
			warnings.add("The column of " + entity.name() + "." + entity.content() + " holds " + length
					+ " bytes: larger files are refused with EFBIG; @Column(length = …) makes it larger");
		}
		AskedRows asked = mapping.rights().asked();
		if (!asked.areNone()) {
			warnings.add(mapping.repositoryInterface().getSimpleName() + " says itself which rows a user sees: "
					+ asked.describe() + " is called for each row that is listed, looked up or read, which loads the "
					+ "entity" + (isLoadedWithContent(entity) ? " with all of its content" : "")
					+ "; a condition in @FuseMount(readable = …) is a part of the statements and loads nothing");
		}
		return warnings;
	}

}
