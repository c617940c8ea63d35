package io.fusemount.transport.device.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;

import io.fusemount.core.local.LocalFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class DescriptorsTests {

	private static final int KEPT = 64;

	@TempDir
	Path directory;

	private final Descriptors descriptors = new Descriptors();

	@AfterEach
	void close() {
		this.descriptors.close();
	}

	@Test
	void aFileIsOpenedOnce() throws IOException {
		LocalFile file = file("a");
		assertThat(acquire(file)).isSameAs(acquire(file));
		assertThat(isOpen(file)).isTrue();
	}

	@Test
	void aFileIsClosedAndUnmappedWhenItIsDroppedAndNobodyUsesIt() throws IOException {
		LocalFile file = file("a");
		Descriptor used = acquire(file);
		assertThat(used.address()).isNotZero().isEqualTo(used.address());
		assertThat(isMapped(file)).isTrue();
		file.drop();
		assertThat(isOpen(file)).as("in use").isTrue();
		used.release();
		assertThat(isOpen(file)).isFalse();
		assertThat(isMapped(file)).isFalse();
	}

	@Test
	void aFileThatHasBeenDroppedIsNotOpened() throws IOException {
		LocalFile file = file("a");
		file.drop();
		assertThat(this.descriptors.acquire(file, 0)).isNull();
		assertThat(isOpen(file)).isFalse();
	}

	/** Its path may lead to another file by now. */
	@Test
	void nobodyIsGivenWhatHasBeenOpenedOfADroppedFile() throws Exception {
		LocalFile file = file("a");
		file.drop();
		FutureTask<@Nullable Descriptor> first = new FutureTask<>(() -> this.descriptors.acquire(file, 0));
		FutureTask<@Nullable Descriptor> second = new FutureTask<>(() -> this.descriptors.acquire(file, 0));
		synchronized (file) {
			awaitBlocked(first);
			awaitBlocked(second);
		}
		assertThat(first.get()).isNull();
		assertThat(second.get()).isNull();
		assertThat(isOpen(file)).isFalse();
	}

	/** Runs it until it is done or waits for a monitor. */
	private static void awaitBlocked(FutureTask<?> task) {
		Thread thread = new Thread(task);
		thread.start();
		await().atMost(Duration.ofMinutes(1)).until(() -> task.isDone() || thread.getState() == Thread.State.BLOCKED);
	}

	@Test
	void aFileThatIsNotThereIsNotOpened() {
		assertThat(this.descriptors.acquire(new LocalFile(this.directory.resolve("none"), 1, () -> {
		}), 0)).isNull();
	}

	@Test
	void allAreClosedAtTheEnd() throws IOException {
		LocalFile file = file("a");
		acquire(file).release();
		this.descriptors.close();
		assertThat(isOpen(file)).isFalse();
		assertThat(this.descriptors.acquire(file, 0)).isNull();
	}

	@Test
	void whatIsInUseGivesWayOnlyWhenOthersHaveBeenRefusedForLong() throws IOException {
		List<LocalFile> used = new ArrayList<>();
		for (int i = 0; i < KEPT; i++) {
			used.add(file("used" + i));
		}
		used.forEach((file) -> acquire(file).release());
		LocalFile other = file("other");
		for (int i = 0; i < 1000; i++) {
			used.forEach((file) -> acquire(file).release());
			assertThat(this.descriptors.acquire(other, 5)).as("others are in use").isNull();
		}
		for (int i = 0; i < 4; i++) {
			used.subList(1, KEPT).forEach((file) -> acquire(file).release());
			assertThat(this.descriptors.acquire(other, 5)).as("one was in use lately").isNull();
		}
		assertThat(this.descriptors.acquire(other, 5)).isNotNull();
		assertThat(isOpen(used.get(0))).isFalse();
		assertThat(isOpen(used.get(1))).isTrue();
	}

	private Descriptor acquire(LocalFile file) {
		return Objects.requireNonNull(this.descriptors.acquire(file, 0));
	}

	private LocalFile file(String name) throws IOException {
		return new LocalFile(Files.write(this.directory.resolve(name), new byte[] { 1, 2, 3 }), 1 << 20, () -> {
		});
	}

	private static boolean isOpen(LocalFile file) throws IOException {
		try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
			return descriptors.anyMatch((descriptor) -> descriptor.toFile().exists() && isLinkTo(descriptor, file));
		}
	}

	private static boolean isLinkTo(Path descriptor, LocalFile file) {
		try {
			return Files.readSymbolicLink(descriptor).equals(file.path());
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static boolean isMapped(LocalFile file) throws IOException {
		return Files.readString(Path.of("/proc/self/maps")).contains(file.path().toString());
	}

}
