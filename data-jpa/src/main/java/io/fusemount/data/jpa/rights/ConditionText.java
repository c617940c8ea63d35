package io.fusemount.data.jpa.rights;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a condition in HQL, in which another alias and other parameters can take
 * the place of those that it was written with.
 */
final class ConditionText {

	/** The alias of the row in a condition as it is written. */
	private static final String ALIAS = "e";

	/** Begins the aliases of the rows in statements, and so none in a condition. */
	private static final String RESERVED = "e_";

	private static final Pattern TOKEN = Pattern
		.compile("(?<quoted>'(?:[^']|'')*'|[jJ]'(?:\\\\.|[^'\\\\])*'|\"(?:\\\\.|[^\"\\\\])*\"|`[^`]*`)"
				+ "|(?<space>\\s+|/\\*.*?\\*/)|(?<parameter>:[\\p{L}_$][\\p{L}\\p{N}_$]*)"
				+ "|(?<word>[\\p{L}_$][\\p{L}\\p{N}_$]*)|\\d[\\w.]*|.", Pattern.DOTALL);

	/** The words in front of an expression; behind any other word is an alias. */
	private static final Set<String> BEFORE_EXPRESSIONS = Set.of("and", "or", "not", "in", "of", "where", "on", "when",
			"then", "else", "case", "select", "distinct", "like", "ilike", "between", "is", "exists", "by", "from",
			"join", "all", "any", "some", "having", "escape", "over", "with", "union", "except", "intersect");

	private static final Set<String> AGGREGATES = Set.of("count", "sum", "avg", "min", "max", "listagg", "every");

	private final List<Part> parts = new ArrayList<>();

	/** Whether each open parenthesis is in a subselect. */
	private final Deque<Boolean> subselects = new ArrayDeque<>();

	private ConditionText() {
	}

	/**
	 * Parses a condition.
	 * @param parameters the names of its parameters
	 * @throws IllegalArgumentException if it cannot be used, with the reason as the
	 * predicate of a sentence
	 */
	static ConditionText parse(String condition, List<String> parameters) {
		ConditionText text = new ConditionText();
		text.subselects.push(false);
		Matcher matcher = TOKEN.matcher(condition);
		String previous = "";
		while (matcher.find()) {
			if (matcher.group("space") == null) {
				text.add(condition, matcher, previous, parameters);
				previous = matcher.group();
			}
			else {
				text.parts.add(new Part(Kind.TEXT, " "));
			}
		}
		if (text.subselects.size() != 1) {
			throw unbalanced();
		}
		return text;
	}

	private void add(String condition, Matcher token, String previous, List<String> parameters) {
		String text = token.group();
		if (token.group("quoted") != null) {
			this.parts.add(new Part(Kind.TEXT, text));
		}
		else if (token.group("parameter") != null || text.equals("?")) {
			int index = parameters.indexOf(text.substring(1));
			if (index < 0) {
				throw new IllegalArgumentException(
						"has the parameter " + text + ", which nobody sets: a value of the caller is an expression");
			}
			this.parts.add(new Part(Kind.PARAMETER, String.valueOf(index)));
		}
		else if (token.group("word") != null && !previous.equals(".")) {
			addWord(text, previous, next(condition, token.end()));
		}
		else {
			count(text);
			this.parts.add(new Part(Kind.TEXT, text));
		}
	}

	private void addWord(String word, String previous, char next) {
		String lower = word.toLowerCase(Locale.ROOT);
		if (lower.startsWith(RESERVED)) {
			throw new IllegalArgumentException(
					"has the alias " + word + ": those that begin with " + RESERVED + " are FuseMount's own");
		}
		if (lower.equals("select") || lower.equals("from")) {
			this.subselects.pop();
			this.subselects.push(true);
		}
		if (next == '(' && AGGREGATES.contains(lower) && !this.subselects.contains(true)) {
			throw new IllegalArgumentException("has " + word + "(…), which one row alone has not: use a subselect");
		}
		if (word.equals(ALIAS) && next != '.' && isAliasBehind(previous)) {
			throw new IllegalArgumentException("has something else with the alias e, which is that of the row");
		}
		this.parts.add(word.equals(ALIAS) ? new Part(Kind.ALIAS, word) : new Part(Kind.TEXT, word));
	}

	private static boolean isAliasBehind(String previous) {
		return !previous.isEmpty() && Character.isJavaIdentifierStart(previous.charAt(0))
				&& !BEFORE_EXPRESSIONS.contains(previous.toLowerCase(Locale.ROOT));
	}

	private static char next(String condition, int from) {
		int next = from;
		while (next < condition.length() && Character.isWhitespace(condition.charAt(next))) {
			next++;
		}
		return (next < condition.length()) ? condition.charAt(next) : ' ';
	}

	private void count(String token) {
		if (token.equals("(")) {
			this.subselects.push(false);
		}
		else if (token.equals(")")) {
			this.subselects.pop();
			if (this.subselects.isEmpty()) {
				throw unbalanced();
			}
		}
	}

	private static IllegalArgumentException unbalanced() {
		return new IllegalArgumentException("has parentheses that do not belong together");
	}

	/**
	 * Returns the condition in parentheses.
	 * @param alias the alias of the row
	 * @param parameter the prefix of the names of its parameters
	 */
	String of(String alias, String parameter) {
		StringBuilder text = new StringBuilder("(");
		for (Part part : this.parts) {
			switch (part.kind()) {
				case TEXT -> text.append(part.text());
				case ALIAS -> text.append(alias);
				case PARAMETER ->
					text.append(':').append(RowCondition.parameter(parameter, Integer.parseInt(part.text())));
			}
		}
		return text.append(')').toString();
	}

	/** What a part of a condition is. */
	private enum Kind {

		TEXT, ALIAS, PARAMETER

	}

	/**
	 * A part of a condition.
	 *
	 * @param text the text, or the number of the parameter
	 */
	private record Part(Kind kind, String text) {

	}

}
