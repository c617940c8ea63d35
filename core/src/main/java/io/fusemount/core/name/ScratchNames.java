package io.fusemount.core.name;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The names that programs give to files for their own purposes: swap and lock files,
 * backups, what they write before they rename it. In a pattern {@code *} stands for any
 * characters, {@code ?} for one, {@code [a-p]} for one of a range, and {@code XXXXXX} for
 * six letters and digits as {@code mkstemp(3)} makes them, at least one of them a digit
 * or an upper-case letter.
 */
public final class ScratchNames {

	/** The patterns of programs in wide use. */
	public static final List<String> DEFAULTS = List.of(".*.sw[a-px]", ".sw[a-px]", "4913", "*~", "#*#", ".#*",
			".~lock.*#", "~$*", "*.tmp", ".goutputstream-XXXXXX", ".*.XXXXXX", "sedXXXXXX", "[X][X]XXXXXX", "ziXXXXXX",
			"._*", ".DS_Store");

	private static final Pattern TOKEN = Pattern.compile("XXXXXX|\\[[^]/]+]|\\*|\\?|.", Pattern.DOTALL);

	private final List<Pattern> patterns;

	private ScratchNames(List<Pattern> patterns) {
		this.patterns = patterns;
	}

	/**
	 * Compiles the patterns. Without any, no name is one.
	 */
	public static ScratchNames of(Collection<String> patterns) {
		return new ScratchNames(patterns.stream().map(ScratchNames::compile).toList());
	}

	private static Pattern compile(String pattern) {
		return Pattern.compile(
				TOKEN.matcher(pattern).results().map((token) -> regex(token.group())).collect(Collectors.joining()),
				Pattern.DOTALL);
	}

	private static String regex(String token) {
		return switch (token) {
			case "XXXXXX" -> "(?=[a-z]{0,5}[A-Z0-9])[A-Za-z0-9]{6}";
			case "*" -> ".*";
			case "?" -> ".";
			default -> (token.length() > 1 && token.charAt(0) == '[') ? token.replace("\\", "\\\\").replace("&", "\\&")
					: Pattern.quote(token);
		};
	}

	public boolean matches(Name name) {
		for (Pattern pattern : this.patterns) {
			if (pattern.matcher(name.value()).matches()) {
				return true;
			}
		}
		return false;
	}

}
