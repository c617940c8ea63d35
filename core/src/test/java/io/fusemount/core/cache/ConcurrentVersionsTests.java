package io.fusemount.core.cache;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

import io.fusemount.core.local.LocalRange;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.ContentPatch;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many threads that read, patch and drop a few files at once: each byte is that of the
 * version that its reader has open.
 */
class ConcurrentVersionsTests extends CacheFixture {

	private static final int UNIT = 4 * KIB;

	private static final int[] SIZES = { KIB, 60 * KIB, 65 * KIB, MIB, 12 * MIB + 5, 40 * MIB };

	private static final long NANOS = TimeUnit.SECONDS.toNanos(5);

	private final AtomicReferenceArray<Version> files = new AtomicReferenceArray<>(SIZES.length);

	private final long end = System.nanoTime() + NANOS;

	@Test
	void eachByteIsThatOfTheOpenVersion() throws ExecutionException, InterruptedException {
		ContentCache cache = open(SMALLEST);
		for (int i = 0; i < SIZES.length; i++) {
			this.files.set(i, new Version("" + i, 0, new int[SIZES[i] / UNIT + 1], SIZES[i]));
		}
		List<CompletableFuture<Void>> threads = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			Random random = new Random(i);
			threads.add(CompletableFuture.runAsync(() -> repeat(() -> read(cache, random))));
		}
		Random random = new Random(9);
		threads.add(CompletableFuture.runAsync(() -> repeat(() -> change(cache, random))));
		CompletableFuture.allOf(threads.toArray(CompletableFuture[]::new)).get();
		assertThat(this.suspensions).isEmpty();
		cache.forgetAll();
		assertThat(cache.bytes()).isZero();
	}

	private void repeat(Runnable work) {
		while (System.nanoTime() < this.end) {
			work.run();
		}
	}

	private void read(ContentCache cache, Random random) {
		Version version = this.files.get(random.nextInt(SIZES.length));
		CachedContent content = cache.open(version);
		long position = random.nextInt(version.size);
		for (int i = random.nextInt(20); i >= 0 && position < version.size; i--) {
			int length = (int) Math.min(version.size - position, 1 + random.nextInt(128 * KIB));
			ByteBuffer target = ByteBuffer.allocate(length);
			assertThat(content.read(position, target)).isEqualTo(length);
			version.require(position, target.flip());
			LocalRange range = content.locate(position, length);
			assertThat(range == null || range.length() == length).isTrue();
			position += length;
		}
		cache.release(content, random.nextInt(10) > 0);
	}

	private void change(ContentCache cache, Random random) {
		int index = random.nextInt(SIZES.length);
		Version version = this.files.get(index);
		switch (random.nextInt(40)) {
			case 0 -> cache.forget(version.key());
			case 1 -> cache.distrust(version.key());
			case 2 -> cache.forgetAll();
			default -> {
				Version next = version.changed(random);
				cache.patched(version, next, next.patchOf(version), null);
				this.files.set(index, next);
			}
		}
	}

	/**
	 * A version whose bytes follow from their positions and from a stamp of each unit.
	 */
	private static final class Version extends StoredFile {

		private final String id;

		private final int number;

		private final int[] stamps;

		private final int size;

		Version(String id, int number, int[] stamps, int size) {
			super(id, "" + number, size, 0);
			this.id = id;
			this.number = number;
			this.stamps = stamps;
			this.size = size;
		}

		Version changed(Random random) {
			int[] changed = this.stamps.clone();
			for (int i = random.nextInt(5); i >= 0; i--) {
				changed[random.nextInt(changed.length)] = random.nextInt();
			}
			return new Version(this.id, this.number + 1, changed, this.size);
		}

		ContentPatch patchOf(Version before) {
			List<ByteRange> ranges = new ArrayList<>();
			long start = -1;
			for (int unit = 0; unit <= this.stamps.length; unit++) {
				boolean changed = unit < this.stamps.length && this.stamps[unit] != before.stamps[unit]
						&& (long) unit * UNIT < this.size;
				if (changed && start < 0) {
					start = (long) unit * UNIT;
				}
				else if (!changed && start >= 0) {
					ranges.add(new ByteRange(start, Math.min(this.size, (long) unit * UNIT)));
					start = -1;
				}
			}
			return new Patch(this, ranges);
		}

		@Override
		byte byteAt(long position) {
			return (byte) (position * 31 + (position >>> 12) + this.stamps[(int) (position / UNIT)]);
		}

		void require(long position, ByteBuffer bytes) {
			for (int i = 0; i < bytes.limit(); i++) {
				if (bytes.get(i) != byteAt(position + i)) {
					throw new AssertionError("Wrong byte at " + (position + i) + " of version " + this.number);
				}
			}
		}

	}

	/**
	 * The changes of a version.
	 */
	private record Patch(Version after, List<ByteRange> changed) implements ContentPatch {

		@Override
		public long kept() {
			return this.after.size;
		}

		@Override
		public long size() {
			return this.after.size;
		}

		@Override
		public int read(long position, ByteBuffer target) {
			return this.after.read(position, target);
		}

		@Override
		public InputStream openStream() {
			throw new UnsupportedOperationException();
		}

	}

}
