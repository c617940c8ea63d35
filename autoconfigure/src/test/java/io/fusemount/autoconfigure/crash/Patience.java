package io.fusemount.autoconfigure.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;

/**
 * Waits for events that may take any time.
 */
final class Patience {

	private static final Duration LIMIT = Duration.ofMinutes(2);

	private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

	private Patience() {
	}

	/** Waits until a file is there with this content. */
	static void awaitContent(Path file, String content) {
		await(() -> Files.exists(file) && Files.readString(file).equals(content));
	}

	/** Waits for a condition. A look at a file that is being changed may fail, too. */
	static void await(Callable<Boolean> condition) {
		Awaitility.await()
			.atMost(LIMIT)
			.pollInterval(BETWEEN_LOOKS)
			.ignoreExceptionsMatching((ex) -> ex instanceof IOException || ex instanceof UncheckedIOException)
			.until(condition);
	}

}
