package io.fusemount.conformance.transport;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

import io.fusemount.conformance.semantics.Semantics;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Contract: programs see what the application has committed, although the kernel answers
 * from its own caches. Each version of a file has a size and bytes of its own: whatever a
 * program sees identifies its version, or shows that it is none.
 */
abstract class TransportCoherenceKit extends TransportKit {

	private static final int FILES = 8;

	private static final int ROUNDS = Integer.getInteger("fusemount.coherence.rounds", 10);

	private static final int CHANGES = 60;

	/** More changes do not come in one moment. */
	private static final int LATER = 4;

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	abstract boolean mapsEveryHandle();

	/** Returns the setting of the files. */
	FilesSetting setting() {
		return FilesSetting.WRITABLE;
	}

	/** Returns the length in bytes of the first version of each file. */
	int smallest() {
		return 1000;
	}

	@Test
	@Semantics("Changes that the application makes while programs look are seen by `stat`, `ls`, `cat` and a new "
			+ "mapping: no old byte, size or name stays, and no two versions are mixed.")
	void nothingOldStaysThatTheApplicationHasChanged() throws Exception {
		MountedFiles mounted = mount(setting());
		int[] versions = new int[FILES];
		for (int i = 0; i < FILES; i++) {
			mounted.change(name(i), content(0));
		}
		Random random = new Random(1);
		for (int round = 0; round < ROUNDS; round++) {
			changeWhileProgramsLook(mounted, versions, random);
			boolean there = round % 2 == 0;
			if (there) {
				mounted.change("sometimes", content(round));
			}
			else {
				mounted.remove("sometimes");
			}
			for (int i = 0; i < FILES; i++) {
				awaitVersion(mounted.directory().resolve(name(i)), versions[i]);
			}
			awaitPresence(mounted.directory().resolve("sometimes"), there);
		}
	}

	@Test
	@Semantics("A file that the application has renamed is found by its new name and not by the old one, in whatever "
			+ "order a program looks them up.")
	void aFileThatTheApplicationHasRenamedIsNotThereUnderItsOldName() throws Exception {
		MountedFiles mounted = mount(setting());
		mounted.change("0", content(0));
		for (int i = 0; i < 20; i++) {
			Path before = mounted.directory().resolve(Integer.toString(i));
			Path after = mounted.directory().resolve(Integer.toString(i + 1));
			assertThat(before).hasBinaryContent(content(0));
			mounted.rename(before.getFileName().toString(), after.getFileName().toString());
			assertThat(after).hasBinaryContent(content(0));
			assertThat(before).doesNotExist();
		}
	}

	@Test
	void norIsOneWithUnsavedChanges() throws Exception {
		assumeTrue(setting().writable(), "Programs can change nothing");
		MountedFiles mounted = mount(setting());
		mounted.change("before", content(0));
		Path before = mounted.directory().resolve("before");
		Path after = mounted.directory().resolve("after");
		OutputStream open = Files.newOutputStream(before, StandardOpenOption.APPEND);
		open.write('!');
		mounted.rename("before", "after");
		assertThat(after).exists();
		awaitPresence(before, false);
		assertThatIOException().isThrownBy(open::close).withMessageContaining("Stale file handle");
		// Until then, others who open the file see the content that could not be stored.
		Patience.await(() -> mounted.openHandles() == 0);
		awaitPresence(before, false);
		assertThat(after).hasBinaryContent(content(0));
	}

	private void changeWhileProgramsLook(MountedFiles mounted, int[] versions, Random random)
			throws InterruptedException, ExecutionException, TimeoutException {
		ExecutorService programs = Executors.newFixedThreadPool(8);
		try {
			Thread owner = new Thread(() -> change(mounted, versions, random), "application");
			owner.start();
			List<Future<?>> looks = new ArrayList<>();
			for (int i = 0; i < 2; i++) {
				looks.add(programs.submit(() -> whileAlive(owner, () -> stat(mounted))));
				looks.add(programs.submit(() -> whileAlive(owner, () -> list(mounted))));
				looks.add(programs.submit(() -> whileAlive(owner, () -> read(mounted))));
				looks.add(programs.submit(() -> whileAlive(owner, () -> map(mounted))));
			}
			for (Future<?> look : looks) {
				look.get(PATIENCE.toSeconds() * 6, TimeUnit.SECONDS);
			}
			owner.join();
		}
		finally {
			programs.shutdownNow();
		}
	}

	private void change(MountedFiles mounted, int[] versions, Random random) {
		for (int i = 0; i < CHANGES; i++) {
			int file = random.nextInt(FILES);
			mounted.change(name(file), content(versions[file] + 1));
			versions[file]++;
		}
	}

	private static Object whileAlive(Thread owner, Look look) throws IOException {
		do {
			look.run();
		}
		while (owner.isAlive());
		return "";
	}

	private void stat(MountedFiles mounted) throws IOException {
		for (int i = 0; i < FILES; i++) {
			version(Files.size(mounted.directory().resolve(name(i))));
			assertThat(mounted.directory().resolve("never")).doesNotExist();
			Files.exists(mounted.directory().resolve("sometimes"));
		}
	}

	private void list(MountedFiles mounted) throws IOException {
		int found = 0;
		try (DirectoryStream<Path> entries = Files.newDirectoryStream(mounted.directory(), "f*")) {
			for (Path entry : entries) {
				version(Files.size(entry));
				found++;
			}
		}
		assertThat(found).isEqualTo(FILES);
	}

	void read(MountedFiles mounted) throws IOException {
		for (int i = 0; i < FILES; i++) {
			// Opening it never fails; old content may no longer be available.
			try (FileChannel file = FileChannel.open(mounted.directory().resolve(name(i)))) {
				requireWhole(readAll(file));
			}
		}
	}

	private byte[] readAll(FileChannel file) {
		ByteBuffer bytes = ByteBuffer.allocate(2 * smallest() + (1 << 16));
		try {
			while (file.read(bytes) > 0) {
				continue;
			}
			return Arrays.copyOf(bytes.array(), bytes.position());
		}
		catch (IOException ex) {
			assertThat(ex).hasMessage("Stale file handle");
			return content(0);
		}
	}

	/** Maps content that has already been read, so every page is available. */
	void map(MountedFiles mounted) throws IOException {
		for (int i = 0; i < FILES; i++) {
			try (FileChannel file = FileChannel.open(mounted.directory().resolve(name(i)))) {
				byte[] read = readAll(file);
				if (file.size() == read.length) {
					byte[] mapped = new byte[read.length];
					if (map(file, mapped)) {
						assertThat(mapped).isEqualTo(read);
					}
				}
			}
		}
	}

	/** Whether the file could be mapped. */
	private boolean map(FileChannel file, byte[] target) throws IOException {
		try {
			file.map(FileChannel.MapMode.READ_ONLY, 0, target.length).get(target);
			return true;
		}
		catch (IOException ex) {
			if (mapsEveryHandle() || !"No such device".equals(ex.getMessage())) {
				throw ex;
			}
			return false;
		}
	}

	private void awaitVersion(Path file, int version) throws IOException, InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (Files.size(file) != smallest() + version && System.nanoTime() - end < 0) {
			Thread.sleep(1);
		}
		assertThat(file).hasSize(smallest() + version).hasBinaryContent(content(version));
	}

	private static void awaitPresence(Path file, boolean there) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (Files.exists(file) != there && System.nanoTime() - end < 0) {
			Thread.sleep(1);
		}
		assertThat(Files.exists(file)).isEqualTo(there);
	}

	/**
	 * In the moment of a change, a program may read the bytes of the next versions up to
	 * the size of the one before (see LIMITS); it never reads older ones, or a mixture.
	 */
	private void requireWhole(byte[] content) {
		int version = version(content.length);
		boolean later = IntStream.rangeClosed(1, LATER)
			.anyMatch((more) -> Arrays.equals(content, Arrays.copyOf(content(version + more), content.length)));
		if (!later) {
			assertThat(content).isEqualTo(content(version));
		}
	}

	private int version(long size) {
		assertThat(size).isGreaterThanOrEqualTo(smallest());
		return (int) size - smallest();
	}

	private static String name(int file) {
		return "f" + file;
	}

	private byte[] content(int version) {
		byte[] content = new byte[smallest() + version];
		Arrays.fill(content, (byte) (version * 31 + 7));
		return content;
	}

	/**
	 * The repeated action of a program.
	 */
	@FunctionalInterface
	private interface Look {

		void run() throws IOException;

	}

}
