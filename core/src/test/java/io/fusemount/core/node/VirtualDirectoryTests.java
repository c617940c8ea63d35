package io.fusemount.core.node;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.fusemount.core.name.Name;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class VirtualDirectoryTests {

	private final Directory leaf = VirtualDirectory.root(Map.of(), Instant.EPOCH);

	@Test
	void directoriesInBetweenComeToBe() {
		Map<String, Directory> directories = new LinkedHashMap<>();
		directories.put("archive/2024/invoices", this.leaf);
		directories.put("archive/documents", this.leaf);
		VirtualDirectory root = VirtualDirectory.root(directories, Instant.EPOCH);
		assertThat(root.subdirectories()).isEqualTo(1);
		assertThat(root.find(new Name("archive"))).isInstanceOfSatisfying(VirtualDirectory.class,
				(archive) -> assertThat(archive.list(null).entries()).extracting(DirectoryEntry::name)
					.containsExactly(new Name("2024"), new Name("documents")));
	}

	@Test
	void aDirectoryCanNotLieInsideARepository() {
		Map<String, Directory> directories = new LinkedHashMap<>();
		directories.put("a", (Directory) new EmptyDirectory());
		directories.put("a/b", this.leaf);
		assertThatIllegalArgumentException().isThrownBy(() -> VirtualDirectory.root(directories, Instant.EPOCH))
			.withMessageContaining("'a/b'");
	}

	@Test
	void aPathBelongsToOneDirectory() {
		Map<String, Directory> directories = new LinkedHashMap<>();
		directories.put("a/b", this.leaf);
		directories.put("a", this.leaf);
		assertThatIllegalArgumentException().isThrownBy(() -> VirtualDirectory.root(directories, Instant.EPOCH))
			.withMessageContaining("'a'");
	}

}
