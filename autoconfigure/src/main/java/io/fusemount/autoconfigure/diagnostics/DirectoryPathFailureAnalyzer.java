package io.fusemount.autoconfigure.diagnostics;

import io.fusemount.autoconfigure.directory.DirectoryPathException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why a directory cannot be mounted by its {@code @FuseMount}.
 */
final class DirectoryPathFailureAnalyzer extends AbstractFailureAnalyzer<DirectoryPathException> {

	private static final String ACTION = """
			Consider the following:

			  - Give each directory a path of its own: @FuseMount("path"), with / between names. No path may be inside \
			of another.
			  - Exclude one of them: @FuseMount(exported = false).""";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DirectoryPathException cause) {
		return new FailureAnalysis("A directory cannot be mounted as it is declared: " + cause.getMessage() + ".",
				ACTION, cause);
	}

}
