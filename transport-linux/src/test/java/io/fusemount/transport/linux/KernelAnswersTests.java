package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Requests that the kernel answers from its own cache.
 */
@EnabledIfFuse
@Timeout(120)
class KernelAnswersTests {

	private static final int FILES = 1000;

	private MountedFiles mounted;

	@BeforeEach
	void mount() {
		this.mounted = MountedFiles.by(new LinuxTransport());
		for (int i = 0; i < FILES; i++) {
			this.mounted.files().application().put("file" + i, "content");
		}
	}

	@AfterEach
	void unmount() {
		this.mounted.close();
	}

	@Test
	void aFileThatWasLookedAtIsNotLookedUpAgain() throws IOException {
		Path file = this.mounted.directory().resolve("file1");
		Files.size(file);
		long before = requests();
		for (int i = 0; i < 100; i++) {
			assertThat(Files.size(file)).isEqualTo(7);
		}
		assertThat(requests() - before).isZero();
	}

	/**
	 * The permission to traverse the directories of a path is not requested again either.
	 */
	@Test
	void aFileOfAnyUserThatWasLookedAtIsNotLookedUpAgain() throws IOException {
		try (MountedFiles checked = MountedFiles.by(new LinuxTransport(), (options) -> new MountOptions(options.name(),
				options.mountPoint(), false, false, true, options.workers(), options.readers()))) {
			checked.files().application().put("file1", "content");
			Path file = checked.directory().resolve("file1");
			Files.size(file);
			long before = requests(checked);
			for (int i = 0; i < 100; i++) {
				assertThat(Files.size(file)).isEqualTo(7);
			}
			assertThat(requests(checked) - before).isZero();
		}
	}

	@Test
	void aNameThatStandsForNothingIsNotLookedUpAgain() {
		assumeTrue(KernelRelease.isSince(6, 16), "Linux before 6.16 cannot be told that names are out of date");
		Path file = this.mounted.directory().resolve("nothing");
		assertThat(file).doesNotExist();
		long before = requests();
		for (int i = 0; i < 100; i++) {
			assertThat(Files.exists(file)).isFalse();
		}
		assertThat(requests() - before).isZero();
	}

	@Test
	void aListingTellsTheAttributesOfAllEntries() {
		Shell.in(this.mounted.directory())
			.check("test $(ls -l | grep -c content) = 0 && test $(ls | wc -l) = " + FILES);
		long finds = this.mounted.files().calls().count(Call.FIND);
		long asked = count(Operation.LOOKUP) + count(Operation.GETATTR);
		Shell.in(this.mounted.directory()).check("find . -type f -size 7c | wc -l | grep -qx " + FILES);
		assertThat(count(Operation.LOOKUP) + count(Operation.GETATTR) - asked).isLessThan(10);
		assertThat(this.mounted.files().calls().count(Call.FIND)).isEqualTo(finds);
	}

	@Test
	void aProgramThatListsAsksOnceWhetherThereAreAccessControlListsAndSecurityModules() {
		long before = this.mounted.failed();
		Shell.in(this.mounted.directory()).check("ls -l | grep -q file9");
		assertThat(this.mounted.failed() - before).isLessThanOrEqualTo(2);
	}

	@Test
	void pagesOfAFileThatIsClosedAreKept() throws IOException {
		Path file = this.mounted.directory().resolve("file2");
		assertThat(file).hasContent("content");
		long before = count(Operation.READ);
		assertThat(file).hasContent("content");
		assertThat(count(Operation.READ)).isEqualTo(before);
	}

	@Test
	void whatProgramsSaveIsNoReasonToLookOtherNamesUpAgain() throws IOException {
		assumeTrue(KernelRelease.isSince(6, 16), "Linux before 6.16 asks for names now and then");
		Path file = this.mounted.directory().resolve("file4");
		Files.size(file);
		Shell.in(this.mounted.directory())
			.check("printf new > new && exec 3<file5 && printf other > file5 && printf more >> file6 && exec 4<new"
					+ " && mv new newer && mv newer file7 && rm file8");
		long before = count(Operation.LOOKUP);
		assertThat(Files.size(file)).isEqualTo(7);
		assertThat(count(Operation.LOOKUP)).isEqualTo(before);
	}

	@Test
	void whoOnlyReadsHasNothingToFlush() throws IOException {
		Files.readString(this.mounted.directory().resolve("file3"));
		assertThat(count(Operation.FLUSH)).isZero();
	}

	private long requests() {
		return requests(this.mounted);
	}

	private static long requests(MountedFiles mounted) {
		long requests = 0;
		for (Operation operation : Operation.values()) {
			requests += mounted.succeeded(operation);
		}
		return requests + mounted.failed();
	}

	private long count(Operation operation) {
		return this.mounted.succeeded(operation);
	}

}
