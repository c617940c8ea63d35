package io.fusemount.conformance.machine;

import java.nio.file.Path;

import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.shell.ShellResult;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Whether this process may mount in a mount namespace of its own.
 */
final class MachineCondition implements ExecutionCondition {

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		ShellResult result = Shell.in(Path.of("/")).run("unshare -m mount -t tmpfs machine /tmp");
		return result.isSuccess() ? ConditionEvaluationResult.enabled("A mount namespace can be made")
				: ConditionEvaluationResult
					.disabled("This user may not mount in a mount namespace: " + result.errors().strip());
	}

}
