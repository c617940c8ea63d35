package io.fusemount.conformance.model;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The kit can fail, and says how to see the failure again.
 */
class VfsModelKitTests {

	@Test
	void failureNamesTheSeedAndTheShortestSequence() {
		VfsModelKit kit = new VfsModelKit() {
			@Override
			protected VfsFixture createFixture() {
				InMemoryDirectory files = new InMemoryDirectory("files");
				files.troubles().refuse((content) -> content.length > 25_000);
				return new NodeFileSystemFixture(files, new InMemoryOwner(files));
			}
		};
		assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> kit.behavesAsTheModelDoes(3))
			.withMessageContaining("Seed 3")
			.withMessageMatching("(?s).*Shortest sequence:(\\s+\\w+\\([^)]*\\)){2,4}\\s+(step|at the end).*");
	}

}
