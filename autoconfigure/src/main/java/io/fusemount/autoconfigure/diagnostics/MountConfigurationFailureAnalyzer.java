package io.fusemount.autoconfigure.diagnostics;

import java.util.stream.Collectors;

import io.fusemount.autoconfigure.properties.MountConfigurationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why the configured mounts conflict.
 */
final class MountConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<MountConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MountConfigurationException cause) {
		String action = cause.waysOut()
			.stream()
			.collect(Collectors.joining("\n  - ", "Consider the following:\n\n  - ", ""));
		return new FailureAnalysis("The mounts conflict: " + cause.getMessage() + ".", action, cause);
	}

}
