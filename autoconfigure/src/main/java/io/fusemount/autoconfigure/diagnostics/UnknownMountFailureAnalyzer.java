package io.fusemount.autoconfigure.diagnostics;

import io.fusemount.core.mount.UnknownMountException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that a directory which is a bean is to be in a mount that there is not.
 */
final class UnknownMountFailureAnalyzer extends AbstractFailureAnalyzer<UnknownMountException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnknownMountException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", """
				Consider the following:

				  - %s.
				  - Leave the directory out: @FuseMount(exported = false).""".formatted(cause.fix()), cause);
	}

}
