package io.fusemount.conformance.blob;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.ByteRange;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The contract of {@link RegularFile#update} with a patch, for files that accept patches
 * and for files that accept only whole content.
 */
@Timeout(600)
public abstract class ContentPatchKit {

	/** More than two pieces, and not a multiple of any page size. */
	private static final int SIZE = (5 << 19) + 123;

	private static final PatternContent OLD = new PatternContent(1, SIZE);

	/**
	 * Returns the directory under test, which is empty. Its files have versions and
	 * accept several megabytes.
	 */
	protected abstract Directory directory();

	static Stream<PatternPatch> patches() {
		return Stream.of(
				// Appended
				patch(SIZE + 1024, SIZE, range(SIZE, SIZE + 1024)),
				patch(SIZE + 3_000_000, SIZE, range(SIZE, SIZE + 3_000_000)),
				// Overwritten
				patch(SIZE, SIZE, range(1_000_000, 1_000_001)), patch(SIZE, SIZE, range(2047, 2049)),
				patch(SIZE, SIZE, range(2048, 4096)), patch(SIZE, SIZE, range(0, 1)),
				patch(SIZE, SIZE, range(SIZE - 1, SIZE)), patch(SIZE, SIZE, range(5, SIZE)),
				patch(SIZE, SIZE, range(0, 10), range(20, 30), range(5000, 1_500_000), range(SIZE - 5, SIZE)),
				patch(SIZE, SIZE),
				// Cut
				patch(SIZE - 1, SIZE - 1), patch(1, 1), patch(2048, 2048), patch(4095, 4095), patch(0, 0),
				patch(2_000_000, 2_000_000, range(1_999_000, 2_000_000)),
				// Cut and extended
				patch(SIZE, 100), patch(SIZE, 0), patch(SIZE, 2048, range(1_000_000, 1_000_010)),
				patch(10_000, 5, range(0, 2), range(9000, 9001)), patch(SIZE, 4096, range(8192, SIZE)),
				patch(SIZE + 5000, 100, range(SIZE + 4000, SIZE + 4010)),
				// Extended by a hole
				patch(SIZE + 1, SIZE), patch(SIZE + 10_000_000, SIZE),
				patch(SIZE + 10_000_000, SIZE, range(7, 9), range(SIZE + 5_000_000, SIZE + 5_000_001)),
				// Nothing is left
				patch(SIZE, 0, range(0, SIZE)), patch(10, SIZE, range(0, 10)), patch(3, 0, range(0, 3)));
	}

	@ParameterizedTest
	@MethodSource("patches")
	void patchedContentIsAsThePatchSays(PatternPatch patch) {
		RegularFile file = create(OLD);
		RegularFile patched = file.update(new FileChanges(patch, null));
		assertThat(patched.attributes().size()).isEqualTo(patch.size());
		assertContent(patched, patch);
		assertThat(patched.key()).isEqualTo(file.key());
		assertThat(patched.isSameVersion(file)).isFalse();
		RegularFile found = find();
		assertThat(found.isSameVersion(patched)).isTrue();
		assertThat(found.attributes()).isEqualTo(patched.attributes());
		assertContent(found, patch);
		if (file.isPatchable()) {
			assertThat(patch.bytesRead()).as("bytes read").isLessThanOrEqualTo(changedBytes(patch));
		}
	}

	@Test
	void emptyFileIsPatched() {
		PatternContent empty = new PatternContent(1, 0);
		PatternPatch patch = new PatternPatch(empty, new PatternContent(2, 70_000), 0, List.of(range(60_000, 60_010)));
		assertContent(create(empty).update(new FileChanges(patch, null)), patch);
	}

	@Test
	void fileIsPatchedManyTimes() {
		Random random = new Random(14);
		byte[] expected = OLD.range(0, SIZE);
		RegularFile file = create(OLD);
		for (int i = 0; i < 40; i++) {
			int size = (i % 10 == 9) ? random.nextInt(100) : random.nextInt(3_000_000);
			int kept = Math.min(random.nextInt(size + 1) + size / 2, Math.min(size, expected.length));
			List<ByteRange> changed = new ArrayList<>();
			int position = random.nextInt(5000);
			while (changed.size() < 4 && position < size) {
				int end = Math.min(size, position + 1 + random.nextInt(100_000));
				changed.add(range(position, end));
				position = end + 1 + random.nextInt(1_000_000);
			}
			PatternContent after = new PatternContent(100 + i, size);
			byte[] content = new byte[size];
			System.arraycopy(expected, 0, content, 0, kept);
			changed.forEach((range) -> System.arraycopy(after.range(range.start(), (int) range.length()), 0, content,
					(int) range.start(), (int) range.length()));
			file = file.update(new FileChanges(new BytesPatch(content, kept, changed), null));
			assertThat(read(file)).as("patch %d", i).isEqualTo(content);
			expected = content;
		}
	}

	@Test
	void patchOfAnotherVersionIsStaleAndChangesNothing() {
		RegularFile old = create(OLD);
		PatternPatch first = patch(SIZE, SIZE, range(0, 5));
		RegularFile current = old.update(new FileChanges(first, null));
		PatternPatch second = patch(SIZE + 5, 10, range(3, 9));
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> old.update(new FileChanges(second, null)))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.ESTALE));
		assertThat(second.bytesRead()).isZero();
		assertThat(find().isSameVersion(current)).isTrue();
		assertContent(find(), first);
	}

	@Test
	void brokenPatchChangesNothing() {
		RegularFile old = create(OLD);
		PatternPatch broken = patch(SIZE + 1000, 1_000_000, range(5, 10), range(1_100_000, 2_000_000)).breaksAt(7);
		assertThatException().isThrownBy(() -> old.update(new FileChanges(broken, null)));
		assertThat(find().isSameVersion(old)).isTrue();
		assertThat(find().attributes()).isEqualTo(old.attributes());
		assertContent(find(), patch(SIZE, SIZE));
	}

	@Test
	void patchMayComeWithATime() {
		Instant time = Instant.parse("2001-02-03T04:05:06.789012Z");
		PatternPatch patch = patch(SIZE, SIZE, range(0, 5));
		RegularFile patched = create(OLD).update(new FileChanges(patch, time));
		assertThat(patched.attributes().modified()).isEqualTo(time);
		assertThat(find().attributes()).isEqualTo(patched.attributes());
	}

	private RegularFile create(PatternContent content) {
		return directory().create(new Name("patched"), new FileChanges(content, null));
	}

	private RegularFile find() {
		return (RegularFile) Objects.requireNonNull(directory().find(new Name("patched")));
	}

	private static PatternPatch patch(long size, long kept, ByteRange... changed) {
		return new PatternPatch(OLD, new PatternContent(2, size), kept, List.of(changed));
	}

	private static ByteRange range(long start, long end) {
		return new ByteRange(start, end);
	}

	private static long changedBytes(PatternPatch patch) {
		return patch.changed().stream().mapToLong(ByteRange::length).sum();
	}

	private static void assertContent(RegularFile file, PatternPatch expected) {
		byte[] bytes = read(file);
		assertThat(bytes).hasSize((int) expected.size());
		for (int i = 0; i < bytes.length; i++) {
			if (bytes[i] != expected.at(i)) {
				throw new AssertionError("The byte at " + i + " is another one");
			}
		}
	}

	private static byte[] read(RegularFile file) {
		ByteBuffer target = ByteBuffer.allocate((int) file.attributes().size() + 1);
		int count = file.content().read(0, target);
		byte[] bytes = new byte[count];
		target.flip().get(bytes);
		return bytes;
	}

}
