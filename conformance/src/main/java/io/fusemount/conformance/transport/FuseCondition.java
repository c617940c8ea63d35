package io.fusemount.conformance.transport;

import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.conformance.shell.Shell;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Whether this process may mount a filesystem.
 */
final class FuseCondition implements ExecutionCondition {

	private static final Path DEVICE = Path.of("/dev/fuse");

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if (!Files.exists(DEVICE)) {
			return ConditionEvaluationResult.disabled("There is no /dev/fuse: the kernel offers no FUSE here");
		}
		if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
			return ConditionEvaluationResult.disabled("/dev/fuse may not be opened by this user");
		}
		if (!Shell.has("fusermount") && !Shell.has("fusermount3")) {
			return ConditionEvaluationResult.disabled("fusermount is not installed (package fuse3 or fuse)");
		}
		return ConditionEvaluationResult.enabled("/dev/fuse can be opened");
	}

}
