package io.fusemount.core.filesystem;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Attributes;
import io.fusemount.core.node.Content;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.DirectoryPage;
import io.fusemount.core.node.EmptyDirectory;
import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.HandleId;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A directory that is larger than any memory should be.
 */
@Timeout(600)
class LongListingTests {

	private static final int FILES = 200_000;

	private static final int PAGE = 1000;

	@TempDir
	Path directory;

	@Test
	void ofAListingNothingStaysButOnePageAndWhatTheCacheMayKeep() throws IOException {
		LongDirectory files = new LongDirectory();
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				Duration.ofHours(1), PAGE, ScratchSettings.defaults());
		try (NodeFileSystem mounted = NodeFileSystem.create(
				VirtualDirectory.root(Map.of("files", files), Instant.EPOCH), settings,
				FileSystemSpool.open(this.directory.resolve("spool")), new OperationListener() {
				})) {
			HandleId listing = mounted.openDirectory(mounted.resolve("/files"));
			int[] entries = new int[1];
			mounted.readDirectory(listing, 0, (name, status, next) -> ++entries[0] > 0);
			assertThat(entries[0]).isEqualTo(FILES + 2);
			assertThat(files.handedOut).hasSize(FILES);
			Awaitility.await().untilAsserted(() -> {
				System.gc();
				assertThat(files.handedOut).filteredOn((node) -> node.get() != null).hasSizeLessThanOrEqualTo(2 * PAGE);
			});
			mounted.releaseDirectory(listing);
		}
	}

	/**
	 * Makes its files when it is asked for them.
	 */
	private static final class LongDirectory extends EmptyDirectory {

		private final List<WeakReference<Node>> handedOut = new ArrayList<>();

		@Override
		public DirectoryPage list(@Nullable String position) {
			int start = (position != null) ? Integer.parseInt(position) : 0;
			List<DirectoryEntry> entries = new ArrayList<>();
			for (int i = start; i < start + PAGE; i++) {
				Node file = new EmptyFile(i);
				this.handedOut.add(new WeakReference<>(file));
				entries.add(new DirectoryEntry(new Name("file" + i), file));
			}
			return new DirectoryPage(entries, (start + PAGE < FILES) ? Integer.toString(start + PAGE) : null);
		}

	}

	/**
	 * A file of no bytes.
	 */
	private static final class EmptyFile implements RegularFile {

		private final int number;

		EmptyFile(int number) {
			this.number = number;
		}

		@Override
		public NodeKey key() {
			return new NodeKey("file", Integer.toString(this.number));
		}

		@Override
		public Attributes attributes() {
			return new Attributes(0, Instant.EPOCH, Instant.EPOCH, false);
		}

		@Override
		public Content content() {
			return (position, target) -> 0;
		}

		@Override
		public boolean isSameVersion(RegularFile other) {
			return key().equals(other.key());
		}

	}

}
