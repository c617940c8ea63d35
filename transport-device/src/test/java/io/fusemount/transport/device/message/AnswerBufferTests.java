package io.fusemount.transport.device.message;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import io.fusemount.core.local.LocalFile;
import io.fusemount.core.local.LocalRange;
import io.fusemount.transport.device.file.Descriptor;
import io.fusemount.transport.device.file.Descriptors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The memory from which the kernel takes answers.
 */
class AnswerBufferTests {

	private static final int SIZE = 256 << 10;

	private static final int PAGE = 4096;

	@TempDir
	private Path directory;

	/** Else a read that is being answered at the moment of a kill fails. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void allPagesOfAnAnswerAreThereBeforeItIsSentIfThatIsWanted(boolean wanted) throws IOException {
		assumeTrue(isPopulating(), "Linux is older than 5.14");
		Path path = Files.write(this.directory.resolve("content"), new byte[SIZE]);
		LocalFile file = new LocalFile(path, SIZE, () -> {
		});
		AnswerBuffer answer = new AnswerBuffer(0, wanted);
		try (Descriptors descriptors = new Descriptors()) {
			LocalRange range = new LocalRange(file, 100, SIZE - PAGE);
			Descriptor descriptor = Objects.requireNonNull(descriptors.acquire(range, SIZE));
			assertThat(answer.contentOf(descriptor, range)).isTrue();
			assertThat(resident(path)).isEqualTo(wanted ? SIZE >> 10 : 0);
			descriptor.release();
		}
		finally {
			answer.free();
		}
	}

	private static boolean isPopulating() throws IOException {
		String[] release = Files.readString(Path.of("/proc/sys/kernel/osrelease")).split("[^0-9]+");
		int major = Integer.parseInt(release[0]);
		return major > 5 || major == 5 && Integer.parseInt(release[1]) >= 14;
	}

	/** Returns how many KiB of a mapped file this process has in its page table. */
	private static int resident(Path file) throws IOException {
		List<String> lines = Files.readAllLines(Path.of("/proc/self/smaps"));
		int mapping = 0;
		while (!lines.get(mapping).endsWith(" " + file)) {
			mapping++;
		}
		return lines.subList(mapping, lines.size())
			.stream()
			.filter((line) -> line.startsWith("Rss:"))
			.mapToInt((line) -> Integer.parseInt(line.replaceAll("[^0-9]", "")))
			.findFirst()
			.orElseThrow();
	}

}
