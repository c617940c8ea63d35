package io.fusemount.core.filesystem;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.conformance.semantics.Semantics;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.FileChanges;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A directory whose files are kept for good.
 */
class KeepingDirectoryTests {

	@TempDir
	Path spool;

	@Test
	@Semantics("A repository that cannot delete ends `unlink` with EPERM.")
	void filesCanBeMadeButNotRemoved() throws Exception {
		KeepingDirectory files = new KeepingDirectory(new InMemoryDirectory("files"));
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofSeconds(1), 10, ScratchSettings.defaults());
		try (NodeFileSystem fileSystem = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("files", files), Instant.EPOCH), settings,
				FileSystemSpool.open(this.spool), new OperationListener() {
				})) {
			fileSystem.createEmpty(fileSystem.locate("/files/a.txt"));
			assertThatExceptionOfType(ErrnoException.class)
				.isThrownBy(() -> fileSystem.delete(fileSystem.locate("/files/a.txt")))
				.satisfies((ex) -> assertThat(ex.errno()).isEqualTo(Errno.EPERM));
			assertThat(fileSystem.resolve("/files/a.txt")).isInstanceOf(RegularFile.class);
		}
	}

	private record KeepingDirectory(InMemoryDirectory files) implements Directory {

		@Override
		public NodeKey key() {
			return this.files.key();
		}

		@Override
		public Attributes attributes() {
			return this.files.attributes();
		}

		@Override
		public @Nullable Node find(Name name) {
			return this.files.find(name);
		}

		@Override
		public DirectoryPage list(@Nullable String position) {
			return this.files.list(position);
		}

		@Override
		public boolean canCreate() {
			return true;
		}

		@Override
		public RegularFile create(Name name, FileChanges initial) {
			return this.files.create(name, initial);
		}

	}

}
