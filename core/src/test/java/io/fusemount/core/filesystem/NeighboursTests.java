package io.fusemount.core.filesystem;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

import io.fusemount.conformance.memory.Call;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.conformance.vfs.InMemoryOwner;
import io.fusemount.conformance.vfs.NodeFileSystemFixture;
import io.fusemount.conformance.vfs.VfsFixture;
import io.fusemount.conformance.vfs.VfsKit;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which small files are fetched along with one that is read.
 */
class NeighboursTests extends VfsKit {

	/** Gives out small files together, and notes their names. */
	private static final class Shelf extends InMemoryDirectory {

		private final List<List<String>> asked = new ArrayList<>();

		private Runnable trouble = () -> {
		};

		Shelf() {
			super("files");
		}

		@Override
		public boolean readsTogether() {
			return true;
		}

		@Override
		public List<SmallFile> readTogether(List<RegularFile> files, int maxBytes) {
			this.asked
				.add(files.stream().map((file) -> String.valueOf(application().name(file.key()))).sorted().toList());
			this.trouble.run();
			return files.stream().filter(this::isCurrent).map(this::small).toList();
		}

		private boolean isCurrent(RegularFile file) {
			Name name = application().name(file.key());
			return name != null && find(name) instanceof RegularFile current && file.isSameVersion(current);
		}

		private SmallFile small(RegularFile file) {
			String name = String.valueOf(application().name(file.key()));
			return new SmallFile(file.measured(), ByteBuffer.wrap(Objects.requireNonNull(application().content(name))),
					true);
		}

		List<Integer> sizes() {
			return this.asked.stream().map(List::size).toList();
		}

		int askedInAll() {
			return this.asked.stream().mapToInt(List::size).sum();
		}

	}

	private final Shelf shelf = new Shelf();

	@Override
	protected VfsFixture createFixture() {
		return new NodeFileSystemFixture(this.shelf, new InMemoryOwner(this.shelf));
	}

	private List<String> put(int files) {
		List<String> names = new ArrayList<>(
				IntStream.range(0, files).mapToObj((i) -> String.format("file%04d", i)).toList());
		// Ids are given in another order than names.
		Collections.shuffle(names, new Random(1));
		names.forEach((name) -> this.shelf.application().put(name, "content of " + name));
		assertThat(list()).hasSize(files);
		return names;
	}

	private void readAll(List<String> names) {
		names.forEach((name) -> assertThat(readFile(name)).isEqualTo("content of " + name));
	}

	private long reads() {
		return this.shelf.calls().count(Call.READ);
	}

	@Test
	@Semantics("When a program reads the small files of a directory one after the other, the content of the files "
			+ "that it will read next is prefetched, up to 128 files by one statement.")
	void filesThatAreReadOneAfterTheOtherAreFetchedTogether() {
		List<String> names = put(600);
		readAll(names);
		assertThat(this.shelf.sizes()).containsExactly(1, 8, 16, 32, 64, 128, 128, 128, 95);
		assertThat(this.shelf.askedInAll()).isEqualTo(600);
		readAll(names);
		assertThat(this.shelf.asked).hasSize(9);
		assertThat(reads()).isZero();
	}

	@Test
	void itGoesOnAsLongAsThereAreFiles() {
		List<String> names = put(5000);
		readAll(names);
		assertThat(this.shelf.askedInAll()).isEqualTo(5000);
		assertThat(this.shelf.asked).hasSizeLessThan(50);
	}

	@Test
	void programsThatSortNamesHaveThemInTheirOrder() {
		readAll(put(600).stream().sorted().toList());
		assertThat(this.shelf.sizes()).containsExactly(1, 8, 16, 32, 64, 128, 128, 128, 95);
	}

	@Test
	void programsThatSortInodesHaveThemInTheirOrder() {
		readAll(put(600).stream().sorted(Comparator.comparingLong((name) -> status(name).inode())).toList());
		assertThat(this.shelf.sizes()).containsExactly(1, 8, 16, 32, 64, 128, 128, 128, 95);
	}

	@Test
	@Semantics("When a program reads a file here and there, nothing is prefetched.")
	void whoReadsHereAndThereGetsNoOthers() {
		List<String> names = put(1000);
		Collections.shuffle(names, new Random(2));
		readAll(names.subList(0, 60));
		assertThat(this.shelf.askedInAll()).isEqualTo(60);
	}

	@Test
	void whatIsFetchedAndNotReadEndsIt() {
		List<String> names = put(1000);
		readAll(names.subList(0, 2));
		readAll(names.subList(500, 540));
		assertThat(this.shelf.askedInAll()).isEqualTo(1 + 8 + 40);
	}

	@Test
	void largeFilesComeAlone() {
		List<String> names = put(20);
		String large = "x".repeat((64 << 10) + 1);
		this.shelf.application().put(names.get(5), large);
		fileSystem().invalidateAll();
		assertThat(list()).hasSize(20);
		names.forEach(this::readFile);
		assertThat(this.shelf.asked).allSatisfy((together) -> assertThat(together).doesNotContain(names.get(5)));
		assertThat(readFile(names.get(5))).isEqualTo(large);
	}

	@Test
	void allOfAFileIsReadWhateverSizeIsNoted() {
		List<String> names = put(20);
		this.shelf.application().noteSize(names.get(5), 3);
		this.shelf.application().noteSize(names.get(6), 3000);
		fileSystem().invalidateAll();
		assertThat(list()).hasSize(20);
		readAll(names);
		assertThat(status(names.get(5)).size()).isEqualTo(("content of " + names.get(5)).length());
	}

	@Test
	void whatHasChangedMeanwhileIsReadAsItIs() {
		List<String> names = put(20);
		this.shelf.application().put(names.get(3), "changed");
		this.shelf.application().put(names.get(7), "changed, and the filesystem is told");
		readAll(names.subList(0, 3));
		fileSystem().invalidate(committedKey(names.get(3)));
		fileSystem().invalidate(committedKey(names.get(7)));
		assertThat(readFile(names.get(3))).isEqualTo("changed");
		assertThat(readFile(names.get(7))).isEqualTo("changed, and the filesystem is told");
	}

	@Test
	void whatWasFetchedBeforeItChangedIsNotRead() {
		List<String> names = put(20);
		readAll(names.subList(0, 2));
		changeBehind(names.get(4), "changed");
		assertThat(readFile(names.get(4))).isEqualTo("changed");
	}

	@Test
	void aFailureThatOthersMayBeTheReasonForIsNobodysFailure() {
		List<String> names = put(20);
		this.shelf.trouble = () -> {
			if (this.shelf.sizes().get(this.shelf.asked.size() - 1) > 1) {
				throw new ErrnoException(Errno.EIO, "One of the files is damaged");
			}
		};
		readAll(names);
		assertThat(this.shelf.sizes()).startsWith(1, 8, 1, 1).containsOnlyOnce(8);
		assertThat(reads()).isEqualTo(1);
	}

	private void failWith(Errno errno) {
		this.shelf.trouble = () -> {
			throw new ErrnoException(errno, "A test wants it to fail");
		};
	}

	@ParameterizedTest
	@EnumSource(names = { "EIO", "ESTALE" })
	void whereNothingCanBeFetchedTogetherFilesAreReadAsEver(Errno errno) {
		List<String> names = put(20);
		failWith(errno);
		readAll(names);
		assertThat(this.shelf.sizes()).containsExactly(1);
		assertThat(reads()).isEqualTo(20);
	}

	@ParameterizedTest
	@EnumSource(names = { "EAGAIN", "ETIMEDOUT" })
	void nobodyWaitsTwice(Errno errno) {
		List<String> names = put(20);
		failWith(errno);
		assertErrno(() -> open(names.get(0), OpenOptions.READ), errno);
		this.shelf.trouble = () -> {
		};
		readAll(names);
	}

	@Test
	void whatIsInvalidatedWhileItIsFetchedIsNotKept() {
		List<String> names = put(20);
		this.shelf.trouble = fileSystem()::invalidateAll;
		readAll(names.subList(0, 2));
		assertThat(reads()).isEqualTo(2);
	}

	@Test
	void whoOpensAFileToWriteItFetchesNothing() {
		List<String> names = put(20);
		HandleId handle = open(names.get(0), WRITE);
		close(handle);
		assertThat(this.shelf.asked).isEmpty();
	}

	@Test
	void whoOpensFilesAndDoesNotReadThemEndsIt() {
		put(200).forEach((name) -> close(open(name, OpenOptions.READ)));
		// For their lengths.
		assertThat(this.shelf.sizes().subList(0, 60)).startsWith(1, 8, 1, 1).containsOnlyOnce(8);
	}

}
