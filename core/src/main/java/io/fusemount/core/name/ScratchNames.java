package io.fusemount.core.name;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names that programs give to files for their own purposes: swap and lock files,
 * backups, and temporary files that are renamed when they are complete. In a pattern,
 * {@code *} stands for any characters, {@code ?} for one character, {@code [a-p]} for one
 * character of a range, and {@code XXXXXX} for six letters and digits. A user's own file
 * may well have a name with six such characters, so a pattern with them matches only
 * temporary files, those created as {@code mkstemp(3)} creates them. A pattern that ends
 * with a slash matches directories only, all other patterns match files only: a directory
 * called {@code old~} is meant to be kept.
 */
public final class ScratchNames {

	/** The patterns of programs in wide use. */
	public static final List<String> DEFAULTS = List.of(".*.sw[a-px]", ".sw[a-px]", "4913", "*~", "#*#", ".#*",
			".~lock.*#", "~$*", "*.tmp", ".goutputstream-*", "._*", ".DS_Store", "*.XXXXXX", "sedXXXXXX",
			"[X][X]XXXXXX", "ziXXXXXX", "tmpXXXXXX", ".~tmp~/", ".rsync-partial/", "*.lock/");

	private static final String RANDOM = "XXXXXX";

	private static final String SLASH = "/";

	private static final Pattern TOKEN = Pattern.compile(RANDOM + "|\\[[^]/]+]|\\*|\\?|.", Pattern.DOTALL);

	private final List<Pattern> names;

	private final List<Pattern> temporaryNames;

	private final List<Pattern> directories;

	private ScratchNames(List<Pattern> names, List<Pattern> temporaryNames, List<Pattern> directories) {
		this.names = names;
		this.temporaryNames = temporaryNames;
		this.directories = directories;
	}

	/**
	 * Compiles the patterns. Without any pattern, no name is a scratch name.
	 */
	public static ScratchNames of(Collection<String> patterns) {
		return new ScratchNames(compile(patterns, (pattern) -> !isOfDirectory(pattern) && !pattern.contains(RANDOM)),
				compile(patterns, (pattern) -> !isOfDirectory(pattern) && pattern.contains(RANDOM)),
				compile(patterns, ScratchNames::isOfDirectory));
	}

	private static boolean isOfDirectory(String pattern) {
		return pattern.endsWith(SLASH);
	}

	private static List<Pattern> compile(Collection<String> patterns, Predicate<String> wanted) {
		return patterns.stream()
			.filter(wanted)
			.map((pattern) -> isOfDirectory(pattern) ? pattern.substring(0, pattern.length() - 1) : pattern)
			.map(ScratchNames::compile)
			.toList();
	}

	private static Pattern compile(String pattern) {
		return Pattern.compile(
				TOKEN.matcher(pattern).results().map((token) -> regex(token.group())).collect(Collectors.joining()),
				Pattern.DOTALL);
	}

	private static String regex(String token) {
		return switch (token) {
			case RANDOM -> "[A-Za-z0-9]{6}";
			case "*" -> ".*";
			case "?" -> ".";
			default -> (token.length() > 1 && token.charAt(0) == '[') ? token.replace("\\", "\\\\").replace("&", "\\&")
					: Pattern.quote(token);
		};
	}

	/**
	 * Whether a file that gets this name is a scratch file.
	 */
	public boolean matches(Name name) {
		return matches(this.names, name);
	}

	/**
	 * Whether a file created with this name is a scratch file.
	 * @param temporary whether the file is created as {@code mkstemp(3)} creates files
	 */
	public boolean matches(Name name, boolean temporary) {
		return matches(name) || temporary && matches(this.temporaryNames, name);
	}

	/**
	 * Whether a directory that gets this name is a scratch directory.
	 */
	public boolean matchesDirectory(Name name) {
		return matches(this.directories, name);
	}

	private static boolean matches(List<Pattern> patterns, Name name) {
		for (Pattern pattern : patterns) {
			if (pattern.matcher(name.value()).matches()) {
				return true;
			}
		}
		return false;
	}

}
