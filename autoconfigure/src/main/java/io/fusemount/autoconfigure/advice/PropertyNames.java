package io.fusemount.autoconfigure.advice;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The names of all properties, from the metadata that editors use for completion.
 *
 * @param all all names in canonical form, except those below {@code fusemount.mounts}
 * @param ofMounts the part after the prefix of the properties that each mount can have as
 * well
 */
record PropertyNames(List<String> all, Set<String> ofMounts) {

	static final String PREFIX = "fusemount";

	private static final ConfigurationPropertyName ALL = ConfigurationPropertyName.of(PREFIX);

	private static final ConfigurationPropertyName MOUNTS = ALL.append("mounts");

	private static final Pattern NAME = Pattern.compile("\"name\": \"(" + PREFIX + "\\.[^\"]+)\"");

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	/**
	 * Loads the names. There are none if the classes were compiled without Boot's
	 * annotation processor. Boot's own parser cannot parse this metadata, and there may
	 * be no other parser.
	 */
	static PropertyNames load(Set<String> ofMounts) {
		String metadata = metadata();
		String properties = metadata.substring(Math.max(0, metadata.indexOf("\"properties\": [")));
		int hints = properties.indexOf("\"hints\": [");
		return new PropertyNames(NAME.matcher((hints < 0) ? properties : properties.substring(0, hints))
			.results()
			.map((name) -> name.group(1))
			.filter((name) -> !name.equals(MOUNTS.toString()))
			.toList(), ofMounts);
	}

	/**
	 * Other libraries have a resource of the same name; this one is beside the class.
	 */
	private static String metadata() {
		String own = PropertyNames.class.getName().replace('.', '/') + ".class";
		URL location = PropertyNames.class.getClassLoader().getResource(own);
		try (InputStream input = new URL(String.valueOf(location).replace(own, METADATA)).openStream()) {
			return new String(input.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			return "{}";
		}
	}

	/**
	 * Whether a property of a file or of the command line has one of these names, or is
	 * an element of such a property.
	 */
	boolean contain(ConfigurationPropertyName name) {
		ConfigurationPropertyName shared = shared(name);
		return (shared != null) ? contains(namesOfMounts(), shared) : contains(this.all.stream(), name);
	}

	private static boolean contains(Stream<String> names, ConfigurationPropertyName name) {
		return names.map(ConfigurationPropertyName::of)
			.anyMatch((known) -> known.equals(name) || known.isAncestorOf(name));
	}

	/** Returns the names that each mount can have, with the common prefix. */
	private Stream<String> namesOfMounts() {
		return this.all.stream().filter((name) -> this.ofMounts.contains(name.split("\\.")[1]));
	}

	/**
	 * Returns the common name of a property of one mount, or {@code null} if it is not
	 * such a property.
	 */
	private static @Nullable ConfigurationPropertyName shared(ConfigurationPropertyName name) {
		int ofOne = MOUNTS.getNumberOfElements() + 1;
		return (MOUNTS.isAncestorOf(name) && name.getNumberOfElements() > ofOne) ? ALL.append(name.subName(ofOne))
				: null;
	}

	/**
	 * Whether an environment variable is bound to one of these names.
	 */
	boolean containVariable(String variable) {
		String name = variable.toUpperCase(Locale.ROOT).replaceAll("(_[0-9]+)+_?$", "");
		return this.all.stream().anyMatch((known) -> name.equals(variable(known)) || name.equals(variable(known, "_")));
	}

	/**
	 * Returns the environment variable of a property.
	 */
	static String variable(String name) {
		return variable(name, "");
	}

	private static String variable(String name, String dash) {
		return name.replace("-", dash).replace('.', '_').toUpperCase(Locale.ROOT);
	}

	/**
	 * Returns the intended name of a property of a mount that is misspelt after the name
	 * of the mount, or {@code null} if there is none.
	 */
	@Nullable String nearestOfMount(ConfigurationPropertyName name) {
		ConfigurationPropertyName shared = shared(name);
		String meant = (shared != null) ? nearest(namesOfMounts(), shared.toString()) : null;
		return (meant != null) ? name.chop(MOUNTS.getNumberOfElements() + 1)
			.append(ConfigurationPropertyName.of(meant).subName(1))
			.toString() : null;
	}

	/**
	 * Returns the intended name of a misspelt one, or {@code null} if no name is similar.
	 */
	@Nullable String nearest(String name) {
		return nearest(this.all.stream(), name);
	}

	private static @Nullable String nearest(Stream<String> names, String name) {
		String letters = letters(name);
		return names
			.filter((known) -> distance(letters, letters(known)) <= Math.max(1,
					(letters(known).length() - PREFIX.length()) / 4))
			.min(Comparator.comparingInt((known) -> distance(letters, letters(known))))
			.orElse(null);
	}

	static String letters(String name) {
		return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
	}

	/** Returns the number of letters to insert, remove or change. */
	private static int distance(String one, String other) {
		int[] previous = new int[other.length() + 1];
		for (int j = 0; j <= other.length(); j++) {
			previous[j] = j;
		}
		for (int i = 1; i <= one.length(); i++) {
			int[] current = new int[other.length() + 1];
			current[0] = i;
			for (int j = 1; j <= other.length(); j++) {
				int change = previous[j - 1] + ((one.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
				current[j] = Math.min(change, Math.min(previous[j], current[j - 1]) + 1);
			}
			previous = current;
		}
		return previous[other.length()];
	}

}
