package io.fusemount.transport.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.conformance.transport.EnabledIfFuse;
import io.fusemount.conformance.transport.MountedFiles;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.operation.Operation;
import org.awaitility.Awaitility;
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
		this.mounted = MountedFiles.by(new LinuxTransport(false));
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
		try (MountedFiles checked = MountedFiles.by(new LinuxTransport(false),
				(options) -> new MountOptions(options.name(), options.mountPoint(), false, false, true,
						options.workers(), options.readers()))) {
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
	void aNameThatStandsForNothingIsLookedUpEachTimeButNotInTheDatabase() {
		Path file = this.mounted.directory().resolve("nothing");
		assertThat(file).doesNotExist();
		long before = requests();
		long finds = this.mounted.files().calls().count(Call.FIND);
		for (int i = 0; i < 100; i++) {
			assertThat(Files.exists(file)).isFalse();
		}
		assertThat(requests() - before).isEqualTo(100);
		assertThat(this.mounted.files().calls().count(Call.FIND)).isEqualTo(finds);
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

	/**
	 * The write changes the time, and the first read the time of access, which the kernel
	 * asks for.
	 */
	@Test
	void aProgramThatReadsWhatAnotherHasWrittenAsksForAttributesOnce() {
		requests("printf new > $d/file1");
		assertThat(requests("cat $d/file1"))
			.isEqualTo(Map.of(Operation.GETATTR, 1L, Operation.OPEN, 1L, Operation.READ, 1L, Operation.RELEASE, 1L));
		assertThat(requests("cat $d/file1"))
			.isEqualTo(Map.of(Operation.GETATTR, 1L, Operation.OPEN, 1L, Operation.RELEASE, 1L));
		assertThat(requests("cat $d/file1")).isEqualTo(Map.of(Operation.OPEN, 1L, Operation.RELEASE, 1L));
	}

	@Test
	void aProgramThatReadsANewFileLooksItsNameUpAndAsksForNoAttributes() {
		requests("printf new > $d/created");
		assertThat(requests("cat $d/created"))
			.isEqualTo(Map.of(Operation.LOOKUP, 1L, Operation.OPEN, 1L, Operation.READ, 1L, Operation.RELEASE, 1L));
	}

	@Test
	void whatAProgramHasAppendedOrAllocatedIsReadWithoutAskingForTheSize() {
		requests("cat $d/file1 $d/file2 $d/file3");
		requests("printf 1 >> $d/file1; fallocate -l 9 $d/file2; truncate -s 4 $d/file3");
		for (String file : List.of("file1", "file2", "file3")) {
			assertThat(requests("cat $d/" + file)).as(file)
				.doesNotContainKey(Operation.FGETATTR)
				.containsEntry(Operation.GETATTR, 1L);
		}
		assertThat(Shell.in(this.mounted.directory()).check("cat file1 file2 file3 | tr '\\0' 0"))
			.isEqualTo("content1" + "content00" + "cont");
	}

	@Test
	void pagesThatAProgramHasWrittenAreNotReadAgain() {
		requests("head -c 1M /dev/zero > $d/large");
		assertThat(requests("head -c 1M /dev/zero | cmp - $d/large"))
			.isEqualTo(Map.of(Operation.LOOKUP, 1L, Operation.OPEN, 1L, Operation.RELEASE, 1L));
	}

	@Test
	void aFileThatIsOpenForReadingOnlyIsNotLookedAtAgain() {
		requests("cat $d/file3; cat $d/file3");
		assertThat(requests("exec 3<$d/file3 && for i in $(seq 100); do stat -L -c %s /dev/fd/3; done | uniq"))
			.isEqualTo(Map.of(Operation.OPEN, 1L, Operation.RELEASE, 1L));
	}

	/** {@code security.capability} is refused, and nothing else is. */
	@Test
	void theKernelAsksForCapabilitiesOnceHoweverMuchAProgramWrites() {
		requests("cat $d/file1");
		long before = this.mounted.failed();
		assertThat(requests("dd if=/dev/zero of=$d/file1 bs=128k count=8 conv=notrunc status=none"))
			.containsEntry(Operation.WRITE, 8L);
		assertThat(this.mounted.failed() - before).isEqualTo(1);
	}

	/**
	 * Returns the requests for a command that finds the files in {@code $d}.
	 */
	private Map<Operation, Long> requests(String command) {
		Map<Operation, Long> before = requestsByOperation();
		Shell.in(Path.of("/")).check("d=" + Shell.quote(this.mounted.directory()) + "; " + command);
		Awaitility.await().until(() -> count(Operation.OPEN) + count(Operation.CREATE) == count(Operation.RELEASE));
		Map<Operation, Long> requests = requestsByOperation();
		before.forEach((operation, count) -> requests.merge(operation, -count, Long::sum));
		requests.values().removeIf((count) -> count == 0);
		return requests;
	}

	private Map<Operation, Long> requestsByOperation() {
		Map<Operation, Long> requests = new EnumMap<>(Operation.class);
		for (Operation operation : Operation.values()) {
			requests.put(operation, count(operation));
		}
		return requests;
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
