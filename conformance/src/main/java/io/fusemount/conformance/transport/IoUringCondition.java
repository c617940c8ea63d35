package io.fusemount.conformance.transport;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;

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
		if (Switched.here()) {
			return ConditionEvaluationResult.enabled("The kernel sends requests by io_uring");
		}
		try (FileChannel file = openLock(); FileLock lock = file.lock()) {
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

	/** The tests of another process, which run beside, wait for those of this one. */
	private static FileChannel openLock() throws IOException {
		return FileChannel.open(Path.of(System.getProperty("java.io.tmpdir"), "fusemount-io-uring-tests.lock"),
				StandardOpenOption.CREATE, StandardOpenOption.WRITE);
	}

	private record Switched(String before, FileChannel file) implements AutoCloseable {

		private static final AtomicBoolean HERE = new AtomicBoolean();

		/** Whether it is switched on by this process. */
		static boolean here() {
			return HERE.get();
		}

		static Switched on() {
			try {
				FileChannel file = openLock();
				file.lock();
				String before = Files.readString(PARAMETER).strip();
				Files.writeString(PARAMETER, "Y");
				HERE.set(true);
				return new Switched(before, file);
			}
			catch (IOException ex) {
				throw new IllegalStateException(ex);
			}
		}

		/** The lock ends with its file. */
		@Override
		public void close() throws IOException {
			HERE.set(false);
			Files.writeString(PARAMETER, this.before);
			this.file.close();
		}

	}

}
