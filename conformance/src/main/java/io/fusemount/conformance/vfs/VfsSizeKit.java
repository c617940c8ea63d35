package io.fusemount.conformance.vfs;

import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.OpenOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract: a wrong size recorded beside the content neither loses bytes nor invents any.
 */
abstract class VfsSizeKit extends VfsKit {

	private static final String TEXT = "twelve bytes";

	private void misnote(long size) {
		application().put("a.txt", bytes(TEXT));
		application().noteSize("a.txt", size);
	}

	@ParameterizedTest
	@ValueSource(longs = { 0, -1, Long.MIN_VALUE })
	@Semantics("A file without a recorded size, or with one of 0 or less, shows the length of its content before it "
			+ "is opened.")
	void whatSaysNothingIsMeasuredBeforeItIsOpened(long noted) {
		misnote(noted);
		assertThat(status("a.txt").size()).isEqualTo(12);
		fileSystem().invalidateAll();
		long[] listed = new long[1];
		HandleId directory = fileSystem().openDirectory(fileSystem().resolve(directory()));
		fileSystem().readDirectory(directory, 0, (name, status, next) -> {
			listed[0] = name.equals("a.txt") ? status.size() : listed[0];
			return true;
		});
		fileSystem().releaseDirectory(directory);
		assertThat(listed[0]).isEqualTo(12);
	}

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 5, 12, 5000 })
	@Semantics("An open file shows the length of its content, whatever size is recorded for it.")
	void anOpenFileHasTheLengthOfItsContent(long noted) {
		misnote(noted);
		// Known from a listing, which trusts a size above zero.
		assertThat(list()).containsExactly("a.txt");
		HandleId handle = open("a.txt", OpenOptions.READ);
		assertThat(fileSystem().status(handle).size()).isEqualTo(12);
		assertThat(read(handle)).isEqualTo(TEXT);
		assertThat(read(handle, 7, 100)).isEqualTo("bytes");
		close(handle);
		assertThat(status("a.txt").size()).isEqualTo(12);
	}

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 5, 12, 5000 })
	@Semantics("Appending to or changing a file whose recorded size is wrong leaves its other bytes as they are.")
	void whatIsAppendedGoesBehindTheContent(long noted) {
		misnote(noted);
		assertThat(list()).containsExactly("a.txt");
		HandleId handle = open("a.txt", APPEND.direct(true));
		write(handle, 0, " and more");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo(TEXT + " and more");
		fileSystem().invalidateAll();
		assertThat(status("a.txt").size()).isEqualTo(21);
	}

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 5, 12, 5000 })
	void whatIsChangedLeavesTheRest(long noted) {
		misnote(noted);
		assertThat(list()).containsExactly("a.txt");
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 0, "TWELVE");
		close(handle);
		assertThat(committed("a.txt")).isEqualTo("TWELVE bytes");
	}

	@ParameterizedTest
	@ValueSource(longs = { -1, 0, 6, 12, 5000 })
	void whatIsCutOffIsTheEndOfTheContent(long noted) {
		misnote(noted);
		assertThat(list()).containsExactly("a.txt");
		fileSystem().truncate(node("a.txt"), 6);
		assertThat(committed("a.txt")).isEqualTo("twelve");
		fileSystem().truncate(node("a.txt"), 0);
		assertThat(committed("a.txt")).isEmpty();
	}

	@Test
	@Semantics("A wrong recorded size is corrected by the next commit of content.")
	void aCommitMendsTheNotedSize() {
		misnote(5000);
		assertThat(list()).containsExactly("a.txt");
		HandleId handle = open("a.txt", OpenOptions.READ_WRITE);
		write(handle, 12, "!");
		close(handle);
		fileSystem().invalidateAll();
		// The listing trusts the recorded size.
		assertThat(list()).containsExactly("a.txt");
		assertThat(status("a.txt").size()).isEqualTo(13);
	}

	@Test
	void whatIsRenamedOverAnotherFileTakesItsTrueLengthAlong() {
		misnote(5000);
		application().put("b.txt", bytes("other"));
		assertThat(list()).hasSize(2);
		rename("a.txt", "b.txt");
		fileSystem().invalidateAll();
		assertThat(list()).containsExactly("b.txt");
		assertThat(readFile("b.txt")).isEqualTo(TEXT);
		assertThat(status("b.txt").size()).isEqualTo(12);
	}

	@Test
	void whatIsRenamedAndThenOpenedHasTheLengthOfItsContent() {
		misnote(5000);
		assertThat(list()).containsExactly("a.txt");
		rename("a.txt", "b.txt");
		HandleId handle = open("b.txt", OpenOptions.READ);
		assertThat(fileSystem().status(handle).size()).isEqualTo(12);
		close(handle);
		assertThat(readFile("b.txt")).isEqualTo(TEXT);
	}

	@Test
	void whatIsOverwrittenIsReplaced() {
		misnote(5000);
		assertThat(list()).containsExactly("a.txt");
		writeFile("a.txt", "new");
		assertThat(committed("a.txt")).isEqualTo("new");
		assertThat(readFile("a.txt")).isEqualTo("new");
		assertThat(status("a.txt").size()).isEqualTo(3);
	}

}
