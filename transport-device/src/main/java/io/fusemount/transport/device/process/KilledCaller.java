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
 * Whether the program that waits for the current request has been killed, so that the
 * kernel only waits for the answer to let it end. The kernel's own message about signals
 * is of no use: it comes for every signal, once, also where the program goes on.
 */
public final class KilledCaller implements Cancellation.Source {

	private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(200);

	/** What is pending for the thread; a signal that ends the process is one of these. */
	private static final String PENDING = "SigPnd:";

	/** SIGKILL, as which every signal arrives that ends the process. */
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
			// It cannot be seen from here: then nobody knows that it was.
			return false;
		}
	}

}
