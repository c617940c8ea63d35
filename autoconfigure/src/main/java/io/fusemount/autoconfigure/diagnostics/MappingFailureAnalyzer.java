package io.fusemount.autoconfigure.diagnostics;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.fusemount.data.jpa.mapping.MappingException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why repositories cannot become directories and what to do about it.
 */
final class MappingFailureAnalyzer extends AbstractFailureAnalyzer<MappingException> {

	private static final String HIDE = "If a repository holds no files, remove @FuseMount from it, or set exported = false";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MappingException cause) {
		List<MappingException> all = Stream
			.concat(Stream.of(cause),
					Arrays.stream(cause.getSuppressed())
						.filter(MappingException.class::isInstance)
						.map(MappingException.class::cast))
			.toList();
		return (all.size() == 1) ? analysis(cause) : analysis(all, cause);
	}

	private static FailureAnalysis analysis(MappingException cause) {
		String description = """
				The repository %s cannot be mounted:

				    %s %s.""".formatted(cause.repository().getName(), subject(cause), cause.problem());
		return new FailureAnalysis(description, action(List.of(cause.fix())), cause);
	}

	private static FailureAnalysis analysis(List<MappingException> all, MappingException first) {
		String description = all.stream()
			.map((failure) -> "    %s:\n        %s %s.".formatted(failure.repository().getName(), subject(failure),
					failure.problem()))
			.collect(Collectors.joining("\n\n", "These repositories cannot be mounted:\n\n", ""));
		List<String> fixes = all.stream()
			.map((failure) -> failure.repository().getSimpleName() + ": " + failure.fix())
			.toList();
		return new FailureAnalysis(description, action(fixes), first);
	}

	private static String subject(MappingException failure) {
		return failure.entity().getName() + ((failure.property() != null) ? "." + failure.property() : "");
	}

	private static String action(List<String> fixes) {
		return Stream.concat(fixes.stream(), Stream.of(HIDE))
			.collect(Collectors.joining(".\n  - ", "Consider the following:\n\n  - ", "."));
	}

}
