package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Whether the kernel can send requests by io_uring, which is a parameter of its module.
 */
final class IoUringCondition implements ExecutionCondition, BeforeAllCallback {

	private static final Path PARAMETER = Path.of("/sys/module/fuse/parameters/enable_uring");

	private static final Path DISABLED = Path.of("/proc/sys/kernel/io_uring_disabled");

	@Override
	public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
		if (!Files.exists(PARAMETER)) {
			return ConditionEvaluationResult.disabled("This kernel cannot send requests by io_uring (Linux 6.14)");
		}
		if (!Files.isWritable(PARAMETER)) {
			return ConditionEvaluationResult.disabled("Only root can let the kernel send requests by io_uring");
		}
		try {
			if (Files.exists(DISABLED) && Files.readString(DISABLED).strip().equals("2")) {
				return ConditionEvaluationResult.disabled("kernel.io_uring_disabled is 2");
			}
			// The file system may be mounted for reading.
			Files.writeString(PARAMETER, Files.readString(PARAMETER));
		}
		catch (IOException ex) {
			return ConditionEvaluationResult.disabled("The kernel cannot be asked to use io_uring: " + ex);
		}
		return ConditionEvaluationResult.enabled("The kernel can send requests by io_uring");
	}

	/** Restored when the outermost class has ended. */
	@Override
	public void beforeAll(ExtensionContext context) {
		context.getStore(Namespace.create(IoUringCondition.class))
			.computeIfAbsent(Switched.class, (type) -> Switched.on(), Switched.class);
	}

	private record Switched(String before) implements AutoCloseable {

		static Switched on() {
			try {
				String before = Files.readString(PARAMETER).strip();
				Files.writeString(PARAMETER, "Y");
				return new Switched(before);
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}

		@Override
		public void close() throws IOException {
			Files.writeString(PARAMETER, this.before);
		}

	}

}
