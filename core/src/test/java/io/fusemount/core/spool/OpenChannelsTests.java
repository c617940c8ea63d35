package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.fusemount.core.channel.LocalChannel;
import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.local.PrivateFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Timeout(600)
class OpenChannelsTests {

	@TempDir
	Path directory;

	private final OpenChannels channels = new OpenChannels(2);

	@Test
	void asManyFilesAreOpenAsThereMayBeAndEachIsOpenedAgainWhenItIsUsed() throws IOException {
		List<SpoolFile> files = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			files.add(file(i));
			write(files.get(i), 0, i);
		}
		assertThat(this.channels.size()).isEqualTo(2);
		for (int i = 0; i < 10; i++) {
			write(files.get(i), 1, 10 + i);
		}
		for (int i = 0; i < 10; i++) {
			assertThat(Files.readAllBytes(files.get(i).path())).containsExactly(i, 10 + i);
		}
		assertThat(this.channels.size()).isEqualTo(2);
		for (SpoolFile file : files) {
			file.discard();
		}
		assertThat(this.channels.size()).isZero();
	}

	@Test
	void whatIsBeingUsedStaysOpenHoweverManyThereAre() throws IOException {
		SpoolFile used = file(0);
		used.with((open) -> {
			for (int i = 1; i < 10; i++) {
				write(file(i), 0, i);
			}
			return open.write(ByteBuffer.wrap(new byte[] { 7 }), 0);
		});
		assertThat(Files.readAllBytes(used.path())).containsExactly(7);
	}

	@Test
	void whatIsUsedAgainAndAgainStaysOpen() throws IOException {
		LocalChannel often = channel(0);
		FileChannel opened = often.use();
		often.letGo();
		for (int i = 1; i < 10; i++) {
			often.touch();
			LocalChannel once = channel(i);
			once.use();
			once.letGo();
		}
		assertThat(often.<FileChannel>with((open) -> open)).isSameAs(opened);
	}

	@Test
	void whatWasParkedIsNotCounted() throws IOException {
		write(file(0), 0, 1);
		SpoolFile parked = file(1);
		write(parked, 0, 1);
		parked.park(1, Instant.EPOCH);
		assertThat(this.channels.size()).isEqualTo(1);
	}

	@Test
	void aFileThatSomebodyHasDeletedDoesNotComeBackEmpty() throws IOException {
		SpoolFile lost = file(0);
		write(lost, 0, 1);
		Files.delete(lost.path());
		for (int i = 1; i < 4; i++) {
			write(file(i), 0, i);
		}
		assertThatExceptionOfType(NoSuchFileException.class)
			.isThrownBy(() -> lost.with((open) -> open.read(ByteBuffer.allocate(1), 0)));
	}

	@Test
	void manyUseManyFilesAtOnce() throws Exception {
		List<SpoolFile> files = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			files.add(file(i));
		}
		ExecutorService executor = Executors.newFixedThreadPool(6);
		try {
			List<Future<?>> done = new ArrayList<>();
			for (int thread = 0; thread < 6; thread++) {
				int own = thread;
				done.add(executor.submit(() -> {
					for (int turn = 0; turn < 2000; turn++) {
						write(files.get((own + turn) % 6), own, turn % 100);
						ByteBuffer read = ByteBuffer.allocate(1);
						files.get((own + turn) % 6).with((open) -> open.read(read, own));
						assertThat(read.get(0)).isEqualTo((byte) (turn % 100));
					}
					return null;
				}));
			}
			for (Future<?> future : done) {
				future.get();
			}
		}
		finally {
			executor.shutdownNow();
		}
		write(files.get(0), 0, 0);
		assertThat(this.channels.size()).isLessThanOrEqualTo(2);
	}

	private SpoolFile file(int number) throws IOException {
		return SpoolFile.create(this.directory.resolve("file" + number), this.channels);
	}

	private LocalChannel channel(int number) {
		return new LocalChannel(this.channels, () -> PrivateFiles.create(this.directory.resolve("channel" + number)));
	}

	private static void write(SpoolFile file, long position, int value) throws IOException {
		file.with((open) -> open.write(ByteBuffer.wrap(new byte[] { (byte) value }), position));
	}

}
