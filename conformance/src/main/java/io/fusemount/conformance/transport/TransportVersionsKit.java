package io.fusemount.conformance.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.fusemount.conformance.crash.ChildProgram;
import io.fusemount.conformance.memory.Gate;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.shell.Shell;
import io.fusemount.core.operation.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Contract: the kernel, which keeps one size and one set of pages for a node, never uses
 * those of one version of a file for another version.
 */
abstract class TransportVersionsKit extends TransportKit {

	private static final String FILE = "a.bin";

	private static final int PIECE = 1 << 16;

	/**
	 * In bytes: shorter, longer, of the same length, empty, within one page and beyond
	 * it.
	 */
	@ParameterizedTest
	@CsvSource({ "1500000,300", "300,1500000", "1500000,1500000", "1500000,0", "5000,4000", "4000,5000" })
	@Semantics("A program that reads a file while others replace it gets all of the version that it opened, or ESTALE: "
			+ "no early end, and nothing of the new version.")
	void whoReadsWhileOthersReplaceTheFileGetsAllOfTheOldVersion(int before, int after) throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		byte[] old = bytes(before);
		byte[] fresh = bytes(after);
		mounted.change(FILE, old);
		// The first handle reads everything, so all of the content stays available.
		try (FileChannel other = FileChannel.open(file); FileChannel reader = FileChannel.open(file)) {
			readFrom(other, 0);
			byte[] beginning = readPiece(reader);
			mounted.change(FILE, fresh);
			assertThat(file).hasSize(after).hasBinaryContent(fresh);
			assertThat(join(beginning, readFrom(reader, beginning.length))).isEqualTo(old);
			assertThat(file).hasSize(after);
			assertThat(readFrom(reader, 0)).isEqualTo(old);
			assertThat(reader.size()).isEqualTo(before);
			assertThat(file).hasBinaryContent(fresh);
		}
		assertThat(file).hasSize(after).hasBinaryContent(fresh);
	}

	@ParameterizedTest
	@CsvSource({ "1500000,300", "1500000,1500000", "1500000,3000000" })
	void whoReadsWhatCanNoLongerBeHadIsToldSo(int before, int after) throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		mounted.change(FILE, bytes(before));
		try (FileChannel reader = FileChannel.open(file)) {
			readPiece(reader);
			byte[] fresh = bytes(after);
			mounted.change(FILE, fresh);
			assertThat(file).hasSize(after).hasBinaryContent(fresh);
			assertThatIOException().isThrownBy(() -> readFrom(reader, before - 10)).withMessage("Stale file handle");
			assertThat(reader.size()).isEqualTo(before);
		}
	}

	@Test
	@Semantics("`fstat` shows the version that a handle has open, `stat` the newest one.")
	void eachVersionHasItsOwnSize() throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		mounted.change(FILE, bytes(10));
		try (FileChannel first = FileChannel.open(file)) {
			mounted.change(FILE, bytes(20));
			try (FileChannel second = FileChannel.open(file)) {
				mounted.change(FILE, bytes(5));
				for (int i = 0; i < 3; i++) {
					assertThat(first.size()).isEqualTo(10);
					assertThat(file).hasSize(5);
					assertThat(second.size()).isEqualTo(20);
				}
			}
		}
	}

	@Test
	void whoLooksAtAFileThatSomebodyHasOpenSeesTheNewestVersion() throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		mounted.change(FILE, bytes(10));
		try (FileChannel reader = FileChannel.open(file)) {
			assertThat(file).hasSize(10);
			mounted.change(FILE, bytes(20));
			// A kernel that cannot be notified of names looks them up in its own time.
			Patience.await(() -> file.toFile().length() == 20);
			assertThat(file).hasSize(20);
			assertThat(reader.size()).isEqualTo(10);
			mounted.change(FILE, bytes(5));
			assertThat(file).hasSize(5);
			mounted.remove(FILE);
			Patience.await(() -> Files.notExists(file));
			assertThat(file).doesNotExist();
			assertThat(reader.size()).isEqualTo(10);
		}
	}

	@Test
	void whoHasFoundOneFileGoneOpensTheNewestVersionOfAnother() throws Exception {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		Path gone = mounted.directory().resolve("gone");
		mounted.change(FILE, "old");
		mounted.change("gone", "here yet");
		try (FileChannel reader = inAnotherThread(() -> FileChannel.open(file))) {
			assertThat(gone).hasContent("here yet");
			mounted.remove("gone");
			assertThatIOException().isThrownBy(() -> FileChannel.open(gone));
			// Names that stand for nothing are looked up again, but this one is known.
			mounted.change("other", "new");
			assertThat(inAnotherThread(() -> Files.size(file))).isEqualTo(3);
			mounted.change(FILE, "newer");
			assertThat(Files.readString(file)).isEqualTo("newer");
			assertThat(reader.size()).isEqualTo(3);
		}
	}

	/** In bytes: the kept pages would have other bytes, or too few. */
	@ParameterizedTest
	@CsvSource({ "5000,5000", "4000,5000", "5000,4000" })
	void whoOpensAFileWhileAnotherOneIsAboutToGetsNoOldPages(int before, int after) throws Exception {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		mounted.change(FILE, filled(before, 'o'));
		assertThat(file).hasBinaryContent(filled(before, 'o'));
		mounted.change(FILE, filled(after, 'n'));
		ExecutorService programs = Executors.newSingleThreadExecutor();
		try {
			Future<byte[]> first;
			try (Gate gate = mounted.listener().holdNext(Operation.OPEN)) {
				first = programs.submit(() -> Files.readAllBytes(file));
				gate.awaitArrival();
				assertThat(Files.readAllBytes(file)).isEqualTo(filled(after, 'n'));
			}
			assertThat(first.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(filled(after, 'n'));
		}
		finally {
			programs.shutdownNow();
		}
	}

	private static <T> T inAnotherThread(Callable<T> work) throws Exception {
		ExecutorService thread = Executors.newSingleThreadExecutor();
		try {
			return thread.submit(work).get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
		}
		finally {
			thread.shutdownNow();
		}
	}

	private static byte[] filled(int length, char with) {
		byte[] bytes = new byte[length];
		Arrays.fill(bytes, (byte) with);
		return bytes;
	}

	@Test
	void whoReadsADeletedFileIsNotCutOffByANewOneOfItsName() throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		byte[] old = bytes(1_500_000);
		mounted.change(FILE, old);
		try (FileChannel other = FileChannel.open(file); FileChannel reader = FileChannel.open(file)) {
			readFrom(other, 0);
			byte[] beginning = readPiece(reader);
			mounted.remove(FILE);
			Files.writeString(file, "new");
			assertThat(file).hasContent("new");
			assertThat(join(beginning, readFrom(reader, beginning.length))).isEqualTo(old);
			assertThat(reader.size()).isEqualTo(old.length);
		}
		assertThat(file).hasContent("new");
	}

	@Test
	void descriptorOfAnOldVersionOpensThatVersion() {
		MountedFiles mounted = mount();
		mounted.change(FILE, "old");
		Shell shell = Shell.in(mounted.directory());
		// While the second program runs, no program has looked the name up again.
		assertThat(shell.check("exec 3< " + FILE + "; cat /proc/self/fd/3; printf newer > .b.bin~;" + " mv .b.bin~ "
				+ FILE + "; cat /proc/self/fd/3 " + FILE))
			.isEqualTo("oldoldnewer");
	}

	@Test
	void truncatingByNameCutsTheNewestVersion() throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		byte[] old = bytes(100_000);
		mounted.change(FILE, old);
		try (FileChannel reader = FileChannel.open(file)) {
			readFrom(reader, 0);
			mounted.change(FILE, "newer");
			Shell.in(mounted.directory()).check("truncate -s 3 " + FILE);
			assertThat(mounted.files().application().content(FILE)).asString().isEqualTo("new");
			assertThat(readFrom(reader, 0)).isEqualTo(old);
		}
	}

	@Test
	void whatIsWrittenToAnOldVersionIsNotTheNewOnes() throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		mounted.change(FILE, "old");
		FileChannel writer = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
		mounted.change(FILE, "the newest");
		assertThat(file).hasContent("the newest");
		writer.write(ByteBuffer.wrap("OLD".getBytes()));
		assertThat(file).hasContent("the newest");
		assertThatIOException().isThrownBy(writer::close).withMessage("Stale file handle");
		assertThat(file).hasContent("the newest");
	}

	@Test
	void handlesOfOneVersionShareTheKernelsPages() throws IOException {
		MountedFiles mounted = mount();
		Path file = mounted.directory().resolve(FILE);
		mounted.change(FILE, "old");
		try (FileChannel old = FileChannel.open(file)) {
			mounted.change(FILE, bytes(100_000));
			try (FileChannel one = FileChannel.open(file)) {
				readFrom(one, 0);
				long read = mounted.listener().bytes(Operation.READ);
				readFrom(one, 0);
				assertThat(mounted.listener().bytes(Operation.READ)).isEqualTo(read);
			}
			assertThat(old.size()).isEqualTo(3);
		}
	}

	@Test
	@Semantics("Access to a page of a mapping whose version is no longer available raises SIGBUS.")
	void pageOfAMappingThatIsGoneIsAFault(@TempDir Path workspace) {
		MountedFiles mounted = mount();
		mounted.change(FILE, bytes(1_500_000));
		try (ChildProgram program = ChildProgram.start(MappedReader.class, workspace,
				mounted.directory().resolve(FILE).toString(), workspace.resolve("mapped").toString())) {
			Patience.await(() -> Files.exists(workspace.resolve("mapped")));
			mounted.change(FILE, "short");
			assertThat(mounted.directory().resolve(FILE)).hasContent("short");
			program.send("go on");
			assertThat(program.awaitEnd()).isEqualTo(MappedReader.FAULT);
		}
	}

	private static byte[] bytes(int length) {
		byte[] bytes = new byte[length];
		new Random(length).nextBytes(bytes);
		return bytes;
	}

	private static byte[] readPiece(FileChannel channel) throws IOException {
		ByteBuffer piece = ByteBuffer.allocate(PIECE);
		int length = channel.read(piece, 0);
		return (length > 0) ? Arrays.copyOf(piece.array(), length) : new byte[0];
	}

	private static byte[] readFrom(FileChannel channel, long start) throws IOException {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		ByteBuffer piece = ByteBuffer.allocate(PIECE);
		while (channel.read(piece, start + all.size()) >= 0) {
			all.write(piece.array(), 0, piece.position());
			piece.clear();
		}
		return all.toByteArray();
	}

	private static byte[] join(byte[] one, byte[] other) {
		ByteArrayOutputStream both = new ByteArrayOutputStream();
		both.writeBytes(one);
		both.writeBytes(other);
		return both.toByteArray();
	}

}
