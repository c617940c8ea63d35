package io.fusemount.core.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.fusemount.core.channel.OpenChannels;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnseenSteps;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A cache in a directory of its own, and the words of its tests.
 */
@Timeout(600)
abstract class CacheFixture {

	static final int KIB = 1 << 10;

	static final int MIB = 1 << 20;

	static final ContentCacheSettings SMALLEST = new ContentCacheSettings(ContentCacheSettings.MIN_SIZE, true);

	/** Fewer than any test uses, so that files are closed and opened again. */
	static final OpenChannels CHANNELS = new OpenChannels(1);

	@TempDir
	Path parent;

	final List<String> suspensions = new CopyOnWriteArrayList<>();

	private final List<ContentCache> opened = new ArrayList<>();

	@AfterEach
	void close() {
		this.opened.forEach(ContentCache::close);
	}

	Path directory() {
		return this.parent.resolve("cache");
	}

	ContentCache open() {
		return open(ContentCacheSettings.defaults());
	}

	ContentCache open(ContentCacheSettings settings) {
		ContentCache cache = new ContentCache(directory(), CHANNELS, settings, UnseenSteps.create(),
				new OperationListener() {
					@Override
					public void contentCacheSuspended(String place, Duration pause, Throwable failure) {
						CacheFixture.this.suspensions.add(place);
					}
				});
		this.opened.add(cache);
		return cache;
	}

	List<Path> files() throws IOException {
		if (!Files.isDirectory(directory())) {
			return List.of();
		}
		try (Stream<Path> files = Files.list(directory())) {
			return files.filter((file) -> !file.endsWith("index")).toList();
		}
	}

	long bytesOnDisk() throws IOException {
		long bytes = 0;
		for (Path file : files()) {
			bytes += Files.size(file);
		}
		return bytes;
	}

	static void readOnce(ContentCache cache, StoredFile file) {
		CachedContent content = cache.open(file);
		for (long at = 0; at < file.stored(); at += MIB) {
			requireEqual(content, file, at, MIB);
		}
		cache.release(content, true);
	}

	static void requireEqual(CachedContent content, StoredFile file, long position, int length) {
		int expected = (int) Math.min(length, file.stored() - position);
		ByteBuffer target = ByteBuffer.allocate(length);
		assertThat(content.read(position, target)).isEqualTo(expected).isEqualTo(target.position());
		for (int i = 0; i < expected; i++) {
			if (target.get(i) != file.byteAt(position + i)) {
				throw new AssertionError("Wrong byte at " + (position + i));
			}
		}
	}

	static void assertErrno(Errno errno, Runnable work) {
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(work::run)
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(errno));
	}

	static void await(BooleanSupplier condition) {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
		while (!condition.getAsBoolean()) {
			assertThat(System.nanoTime()).as("Time").isLessThan(deadline);
			Thread.yield();
		}
	}

	static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
