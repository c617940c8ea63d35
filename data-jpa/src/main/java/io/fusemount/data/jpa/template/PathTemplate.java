package io.fusemount.data.jpa.template;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;

import org.springframework.util.StringUtils;

/**
 * The path of a repository's directories below the mount point, such as {@code invoices},
 * <code>claims/{claim.number}</code> or
 * <code>invoices/{created:yyyy}/{created:MM}</code>.
 *
 * @param segments its steps, at least one, the first of which is fixed
 */
public record PathTemplate(List<PathSegment> segments) {

	private static final Pattern VARIABLE = Pattern
		.compile("\\{\\s*([\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*)\\s*(?::([^{}]+))?\\}");

	public PathTemplate {
		segments = List.copyOf(segments);
	}

	/**
	 * Parses a template.
	 * @throws IllegalArgumentException if the text is not a template; the message is the
	 * predicate of a sentence about it
	 */
	public static PathTemplate parse(String text) {
		String path = StringUtils.trimTrailingCharacter(StringUtils.trimLeadingCharacter(text, '/'), '/');
		List<PathSegment> segments = new ArrayList<>();
		for (String segment : path.split("/(?![^{}]*\\})", -1)) {
			segments.add(segment(segment));
		}
		if (!(segments.get(0) instanceof PathSegment.Fixed)) {
			throw new IllegalArgumentException("begins with a variable, and the root of a mount has fixed names");
		}
		return new PathTemplate(segments);
	}

	private static PathSegment segment(String text) {
		Matcher variable = VARIABLE.matcher(text);
		if (variable.matches()) {
			if (variable.group(2) != null && variable.group(2).indexOf('/') >= 0) {
				throw new IllegalArgumentException("has a slash in the pattern '" + variable.group(2)
						+ "': each directory needs a variable of its own");
			}
			return new PathSegment.Variable(variable.group(1), variable.group(2));
		}
		if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
			throw new IllegalArgumentException("has a step '" + text + "' that is no variable as a whole");
		}
		try {
			return new PathSegment.Fixed(new Name(text));
		}
		catch (ErrnoException ex) {
			throw new IllegalArgumentException("is no path", ex);
		}
	}

	/**
	 * Returns the default path for an entity: its name in the plural, such as
	 * {@code invoices} for {@code Invoice}.
	 */
	public static PathTemplate forEntity(String entityName) {
		String name = StringUtils.uncapitalize(entityName);
		if (name.matches(".*[^aeiou]y")) {
			return parse(name.substring(0, name.length() - 1) + "ies");
		}
		return parse(name.matches(".*(s|x|z|ch|sh)") ? name + "es" : name + "s");
	}

	/**
	 * Whether the path is a single directory, without variables.
	 */
	public boolean isFixed() {
		return this.segments.stream().allMatch(PathSegment.Fixed.class::isInstance);
	}

	/**
	 * Whether one path equals the other or lies below it.
	 */
	public boolean overlaps(PathTemplate other) {
		return (this + "/").startsWith(other + "/") || (other + "/").startsWith(this + "/");
	}

	@Override
	public String toString() {
		return this.segments.stream().map(PathSegment::toString).collect(Collectors.joining("/"));
	}

}
