package io.fusemount.autoconfigure.directory;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import io.fusemount.autoconfigure.fixture.OneFileDirectory;
import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.RegularFile;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Directories of which everything that could change something is taken away.
 */
class ReadOnlyDirectoryTests {

	@Test
	void refusesChangesAndTellsWhatItsProviderTells() {
		OneFileDirectory provided = new OneFileDirectory();
		Directory directory = new ReadOnlyDirectory(provided);
		assertThat(directory.describeContent()).isEqualTo("made of code");
		assertThat(directory.canCreate()).isFalse();
		RegularFile file = find(directory);
		assertThat(file.attributes().writable()).isFalse();
		assertThat(file.isPatchable()).isFalse();
		assertThat(file.contentVersion()).isEqualTo(find(provided).contentVersion()).isEqualTo("1");
		ByteBuffer target = ByteBuffer.allocate(5);
		file.content().read(0, target);
		assertThat(new String(target.array(), StandardCharsets.UTF_8)).isEqualTo("hello");
		assertThatExceptionOfType(ErrnoException.class).isThrownBy(() -> file.update(new FileChanges(null, null)))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EROFS));
	}

	@Test
	void showsEachCallerWhatItsProviderShows() {
		Audiences audiences = new Audiences() {

			@Override
			public Object current() {
				return "everybody";
			}

			@Override
			public Object known() {
				return current();
			}

		};
		Directory provided = new OneFileDirectory() {

			@Override
			public Audiences audiences() {
				return audiences;
			}

			@Override
			public boolean isTaken(Name name) {
				return true;
			}

		};
		Directory directory = new ReadOnlyDirectory(provided);
		assertThat(directory.audiences()).isSameAs(audiences);
		assertThat(directory.isTaken(new Name("hidden"))).isTrue();
	}

	@Test
	void nothingIsMadeInDirectoriesThatAreInIt() {
		InMemoryDirectory provided = new InMemoryDirectory("files").nested();
		provided.application().directory("a").put("file", "text");
		provided.application().directory("a").noteSize("file", 3);
		Directory outer = new ReadOnlyDirectory(provided);
		Directory inner = (Directory) Objects.requireNonNull(outer.find(new Name("a")));
		assertThat(outer.hasDirectories()).isTrue();
		assertThat(inner.hasDirectories()).isTrue();
		assertThat(inner.canCreateDirectories()).isFalse();
		assertThat(inner.canCreate()).isFalse();
		assertThat(inner.takesFrom(outer, null)).isFalse();
		assertThatExceptionOfType(ErrnoException.class)
			.isThrownBy(() -> inner.createDirectory(new Name("b"), Ownership.NONE))
			.satisfies((failure) -> assertThat(failure.errno()).isEqualTo(Errno.EPERM));
		RegularFile file = (RegularFile) Objects.requireNonNull(inner.find(new Name("file")));
		assertThat(file.attributes().writable()).isFalse();
		assertThat(file.measured().attributes().size()).isEqualTo(4);
		assertThat(file.measured().attributes().writable()).isFalse();
	}

	private static RegularFile find(Directory directory) {
		return (RegularFile) Objects.requireNonNull(directory.find(OneFileDirectory.NAME));
	}

}
