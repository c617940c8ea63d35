package io.fusemount.autoconfigure.diagnostics;

import io.fusemount.autoconfigure.directory.DirectoryPathException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why a directory can not be where {@code @FuseMount} says.
 */
final class DirectoryPathFailureAnalyzer extends AbstractFailureAnalyzer<DirectoryPathException> {

	private static final String ACTION = """
			Consider the following:

			  - Give each directory a path of its own: @FuseMount("path"), names with / between them. None may lie inside \
			of another.
			  - Leave one of them out: @FuseMount(exported = false).""";

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DirectoryPathException cause) {
		return new FailureAnalysis("The directories of the mount do not fit together: " + cause.getMessage() + ".",
				ACTION, cause);
	}

}
