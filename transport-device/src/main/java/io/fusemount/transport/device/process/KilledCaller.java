package io.fusemount.transport.device.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.Cancellation;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether the program that waits for the current request has been killed, so that
 * the kernel only waits for the answer to let it end. The kernel's own message about
 * signals is no help: it comes once for every signal, even if the program continues.
 */
public final class KilledCaller implements Cancellation.Source {

	private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);

	/**
	 * The signals pending for the thread; a signal that ends the process is among them.
	 */
	private static final String PENDING = "SigPnd:";

	/** SIGKILL, which replaces every signal that ends the process. */
	private static final int KILL = 1 << 8;

	private long looked = System.nanoTime() - INTERVAL;

	@Override
	public @Nullable ErrnoException reason() {
		long now = System.nanoTime();
		if (now - this.looked < INTERVAL) {
			return null;
		}
		this.looked = now;
		Caller caller = Caller.current();
		return (caller != null && caller.pid() > 0 && isKilled(caller.pid()))
				? new ErrnoException(Errno.EINTR, "The program was killed while it waited") : null;
	}

	private static boolean isKilled(int thread) {
		try {
			return Files.readAllLines(Path.of("/proc", Integer.toString(thread), "status"), StandardCharsets.ISO_8859_1)
				.stream()
				.filter((line) -> line.startsWith(PENDING))
				.anyMatch((line) -> (Long.parseUnsignedLong(line.substring(PENDING.length()).strip(), 16) & KILL) != 0);
		}
		catch (IOException | NumberFormatException ex) {
			// The process is not visible, so it is not known to be killed.
			return false;
		}
	}

}
