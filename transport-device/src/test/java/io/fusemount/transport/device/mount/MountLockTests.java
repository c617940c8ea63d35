package io.fusemount.transport.device.mount;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Mounts at one directory are serialized, and a lock holder cannot prevent them.
 */
@Timeout(600)
class MountLockTests {

	private static final Duration LONG = Duration.ofSeconds(300);

	@TempDir
	Path directory;

	@Test
	void theSecondWaitsForTheFirst() throws Exception {
		MountLock first = MountLock.acquire(this.directory, LONG);
		CompletableFuture<MountLock> second = CompletableFuture
			.supplyAsync(() -> MountLock.acquire(this.directory, LONG));
		assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> second.get(200, TimeUnit.MILLISECONDS));
		first.close();
		second.get().close();
	}

	@Test
	void whoHoldsItForLongKeepsNobodyFromMounting() {
		MountLock first = MountLock.acquire(this.directory, LONG);
		long start = System.nanoTime();
		MountLock.acquire(this.directory, Duration.ofMillis(50)).close();
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(50), LONG);
		first.close();
	}

	@Test
	void aDirectoryThatCannotBeOpenedIsNotWaitedFor() {
		MountLock.acquire(this.directory.resolve("missing"), LONG).close();
	}

}
