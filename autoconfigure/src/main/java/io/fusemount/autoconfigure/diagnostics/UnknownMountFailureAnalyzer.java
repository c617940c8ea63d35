package io.fusemount.autoconfigure.diagnostics;

import io.fusemount.core.mount.UnknownMountException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that a directory bean names a mount that does not exist.
 */
final class UnknownMountFailureAnalyzer extends AbstractFailureAnalyzer<UnknownMountException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnknownMountException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", """
				Consider the following:

				  - %s.
				  - Exclude the directory: @FuseMount(exported = false).""".formatted(cause.fix()), cause);
	}

}
