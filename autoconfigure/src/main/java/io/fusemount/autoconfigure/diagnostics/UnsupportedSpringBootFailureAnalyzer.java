package io.fusemount.autoconfigure.diagnostics;

import io.fusemount.autoconfigure.compatibility.UnsupportedSpringBootException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains which version of Spring Boot is required.
 */
final class UnsupportedSpringBootFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedSpringBootException> {

	private static final String ACTION = """
			Consider the following:

			  - Update the application to Spring Boot 4.0.1 or newer.
			  - To run without the filesystem, remove the dependency io.fusemount:fusemount-spring-boot-starter or set \
			fusemount.enabled=false.""";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedSpringBootException cause) {
		return new FailureAnalysis(
				"FuseMount needs Spring Boot 4.0.1 or newer, and this application runs on " + cause.version() + ".",
				ACTION, cause);
	}

}
