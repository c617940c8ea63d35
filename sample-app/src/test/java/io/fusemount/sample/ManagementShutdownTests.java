package io.fusemount.sample;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.fusemount.conformance.transport.EnabledIfFuse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The end of an archive that an administrator has begun to unmount, with more patience
 * than the application has.
 */
@EnabledIfFuse
@Timeout(300)
class ManagementShutdownTests {

	@Test
	void theEndOfTheApplicationTakesAPatientUnmountOver(@TempDir Path directory) throws Exception {
		try (ManagedArchive managed = ManagedArchive.start(directory, "management-shutdown",
				"--fusemount.shutdown-timeout=2s")) {
			managed.lock("late.txt");
			managed.writer("documents/late.txt", "after");
			CompletableFuture<Void> patient = CompletableFuture
				.runAsync(() -> managed.post("default", "{'action': 'unmount', 'timeout': '10m'}"));
			await().until(() -> "UNMOUNTING".equals(managed.state()));
			assertThat(CompletableFuture.runAsync(managed::close)).succeedsWithin(Duration.ofMinutes(2));
			await().until(patient::isDone);
		}
	}

}
