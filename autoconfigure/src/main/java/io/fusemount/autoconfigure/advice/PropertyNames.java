package io.fusemount.autoconfigure.advice;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * The names of all properties, from the metadata that editors complete them by.
 *
 * @param all the names in their canonical form
 */
record PropertyNames(List<String> all) {

	static final String PREFIX = "fusemount";

	private static final Pattern NAME = Pattern.compile("\"name\": \"(" + PREFIX + "\\.[^\"]+)\"");

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	/**
	 * Loads the names. There are none if the classes were compiled without Boot's
	 * annotation processor. Boot's own parser loses its way in this metadata, and there
	 * need not be another one.
	 */
	static PropertyNames load() {
		String metadata = metadata();
		String properties = metadata.substring(Math.max(0, metadata.indexOf("\"properties\": [")));
		int hints = properties.indexOf("\"hints\": [");
		return new PropertyNames(NAME.matcher((hints < 0) ? properties : properties.substring(0, hints))
			.results()
			.map((name) -> name.group(1))
			.toList());
	}

	/**
	 * Other libraries have a resource of this name, too: this one is beside the class.
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
	 * Whether a property of a file or of the command line is one of these, or an element
	 * of one.
	 */
	boolean contain(ConfigurationPropertyName name) {
		return this.all.stream()
			.map(ConfigurationPropertyName::of)
			.anyMatch((known) -> known.equals(name) || known.isAncestorOf(name));
	}

	/**
	 * Whether an environment variable is read as one of these.
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
	 * Returns the name that is meant by one which has about the same letters.
	 */
	@Nullable String nearest(String name) {
		String letters = letters(name);
		return this.all.stream()
			.filter((known) -> distance(letters, letters(known)) <= Math.max(1,
					(letters(known).length() - PREFIX.length()) / 4))
			.min(Comparator.comparingInt((known) -> distance(letters, letters(known))))
			.orElse(null);
	}

	static String letters(String name) {
		return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
	}

	/** Returns how many letters have to be put in, left out or changed. */
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
