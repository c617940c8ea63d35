package io.fusemount.data.jpa.mapping;

import java.util.stream.Stream;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;

import org.springframework.util.StringUtils;

/**
 * The path of a repository's directory below the mount point.
 */
final class DirectoryPath {

	private DirectoryPath() {
	}

	/**
	 * Returns the path without slashes at its ends.
	 * @throws ErrnoException if it has a part that can not be a name
	 */
	static String of(String declared) {
		String path = StringUtils.trimTrailingCharacter(StringUtils.trimLeadingCharacter(declared, '/'), '/');
		Stream.of(path.split("/", -1)).forEach(Name::new);
		return path;
	}

	/**
	 * Returns the usual path for an entity: its name in plural, as {@code invoices} for
	 * {@code Invoice}.
	 */
	static String forEntity(String entityName) {
		String name = StringUtils.uncapitalize(entityName);
		if (name.matches(".*[^aeiou]y")) {
			return name.substring(0, name.length() - 1) + "ies";
		}
		return name.matches(".*(s|x|z|ch|sh)") ? name + "es" : name + "s";
	}

	/** Whether one is the other or lies below it. */
	static boolean overlap(String one, String other) {
		return (one + "/").startsWith(other + "/") || (other + "/").startsWith(one + "/");
	}

}
