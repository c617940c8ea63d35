package io.fusemount.conformance.crash;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The writers expect nothing that an ordinary local disk does not give, and notice what
 * is lost, left over or elsewhere.
 */
@Timeout(120)
class LocalDiskLoadTests {

	@TempDir
	Path directory;

	@Test
	void aLocalDiskKeepsFiles() throws Exception {
		assertThat(work(Load.untilFailure(this.directory, 1, 2)).keySet()).noneMatch((name) -> name.contains("/"));
	}

	@Test
	void aLocalDiskKeepsTrees() throws Exception {
		Map<String, byte[]> found = work(Load.ofTreesUntilFailure(this.directory, 1, 2));
		assertThat(found.keySet()).anyMatch((name) -> name.matches("[^/]+/")).anyMatch((name) -> name.endsWith(".dat"));
	}

	@Test
	void whatIsLostOrElsewhereIsNoticed() throws Exception {
		Load load = Load.ofTreesUntilFailure(this.directory, 2, 2);
		List<String> names = List.copyOf(work(load).keySet());
		String nested = names.stream().filter((name) -> name.matches(".+/.+\\.dat")).findFirst().orElseThrow();
		Files.move(this.directory.resolve(nested), this.directory.resolve("elsewhere.dat"));
		Files.createDirectory(this.directory.resolve("left over"));
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> load.check(Ending.CLOSED))
			.withMessageContaining("Acknowledged: " + nested)
			.withMessageContaining("Found: absent")
			.withMessageContaining("Nobody's or deleted: elsewhere.dat")
			.withMessageContaining("Nobody's or deleted: left over/");
	}

	private Map<String, byte[]> work(Load load) throws Exception {
		load.start();
		load.awaitAcknowledged(2000);
		load.stop();
		load.join(Ending.CLOSED);
		return load.check(Ending.CLOSED);
	}

}
