package io.fusemount.core.filesystem;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names that are looked up together once more, when what was known of them is over.
 */
class LookupsTogetherTests {

	private static final int FILES = 2000;

	@TempDir
	Path spool;

	private final TogetherDirectory files = new TogetherDirectory();

	private NodeFileSystem fileSystem;

	@BeforeEach
	void list() throws Exception {
		for (int i = 0; i < FILES; i++) {
			this.files.application().put("file" + i, "");
		}
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofHours(1), 10 * FILES, ScratchSettings.defaults());
		this.fileSystem = NodeFileSystem.create(VirtualDirectory.root(Map.of("files", this.files), Instant.EPOCH),
				settings, FileSystemSpool.open(this.spool), new OperationListener() {
				});
		HandleId listing = this.fileSystem.openDirectory(this.fileSystem.resolve("/files"));
		this.fileSystem.readDirectory(listing, 0, (name, status, next) -> true);
		this.fileSystem.releaseDirectory(listing);
	}

	@AfterEach
	void close() {
		this.fileSystem.close();
	}

	@Test
	void upTo256AreAskedForAtOnce() {
		this.fileSystem.invalidateNames();
		assertThat(statAll()).isEqualTo(FILES);
		// 2, 4, 8 and so on until 256.
		assertThat(this.files.asked).startsWith(2, 4, 8, 16, 32, 64, 128, 256).hasSizeLessThan(20);
	}

	@Test
	void livingFilesAreNotAskedForOneByOneBesideThoseThatAreGone() {
		for (int i = 0; i < FILES / 2; i++) {
			this.files.application().remove("file" + i);
		}
		this.fileSystem.invalidateNames();
		for (int i = FILES / 2; i < FILES; i++) {
			this.fileSystem.resolve("/files/file" + i);
		}
		assertThat(this.files.asked).hasSizeLessThan(30);
	}

	/** Returns how many files are there. */
	private int statAll() {
		int found = 0;
		for (int i = 0; i < FILES; i++) {
			try {
				this.fileSystem.resolve("/files/file" + i);
				found++;
			}
			catch (ErrnoException ex) {
				assertThat(ex.errno().name()).isEqualTo("ENOENT");
			}
		}
		return found;
	}

	/** Knows how many names were asked for each time. */
	private static final class TogetherDirectory extends InMemoryDirectory {

		private final List<Integer> asked = new ArrayList<>();

		TogetherDirectory() {
			super("files");
		}

		@Override
		public @Nullable Node find(Name name) {
			this.asked.add(1);
			return super.find(name);
		}

		@Override
		public Map<Name, ? extends Node> findTogether(List<Name> names) {
			this.asked.add(names.size());
			Map<Name, Node> found = new HashMap<>();
			for (Name name : names) {
				Node node = super.find(name);
				if (node != null) {
					found.put(name, node);
				}
			}
			return found;
		}

	}

}
