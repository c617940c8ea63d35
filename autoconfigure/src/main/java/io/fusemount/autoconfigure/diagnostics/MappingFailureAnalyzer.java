package io.fusemount.autoconfigure.diagnostics;

import io.fusemount.data.jpa.mapping.MappingException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why a repository can not become a directory and what to do about it.
 */
final class MappingFailureAnalyzer extends AbstractFailureAnalyzer<MappingException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MappingException cause) {
		String subject = cause.entity().getName() + ((cause.property() != null) ? "." + cause.property() : "");
		String description = """
				The repository %s can not be mounted:

				    %s %s.""".formatted(cause.repository().getName(), subject, cause.problem());
		String action = """
				Consider the following:

				  - %s.
				  - If the repository holds no files, remove @FuseMount from it, or set exported = false.
				""".formatted(cause.fix());
		return new FailureAnalysis(description, action.stripTrailing(), cause);
	}

}
