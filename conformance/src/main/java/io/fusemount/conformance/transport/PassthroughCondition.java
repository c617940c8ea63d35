package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Whether the kernel can read local files by itself for this process.
 */
final class PassthroughCondition implements ExecutionCondition {

	/** {@code CAP_SYS_ADMIN}. */
	private static final int ADMINISTRATION = 21;

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		String[] release = System.getProperty("os.version").split("[.-]");
		int major = Integer.parseInt(release[0]);
		if (major < 6 || major == 6 && Integer.parseInt(release[1]) < 9) {
			return ConditionEvaluationResult.disabled("This kernel cannot read files by itself (Linux 6.9)");
		}
		if (!isAdministrator()) {
			return ConditionEvaluationResult
				.disabled("Only a process with CAP_SYS_ADMIN may have the kernel read files by itself");
		}
		return ConditionEvaluationResult.enabled("The kernel can read files by itself");
	}

	private static boolean isAdministrator() {
		try {
			String status = Files.readString(Path.of("/proc/self/status"));
			String capabilities = status.replaceAll("(?s).*\nCapEff:\\s*(\\p{XDigit}+).*", "$1");
			boolean outermost = Files.readString(Path.of("/proc/self/uid_map")).strip().matches("0\\s+0\\s+4294967295");
			return outermost && (Long.parseUnsignedLong(capabilities, 16) >> ADMINISTRATION & 1) != 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
