package io.fusemount.conformance.vfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.node.Directory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.tree.VirtualDirectory;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.NodeFileSystem;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * The fixture around a {@link NodeFileSystem} whose {@code /files} is any directory: so a
 * source of files is held against the whole contract.
 */
public final class NodeFileSystemFixture implements VfsFixture {

	private static final FileSystemSettings SETTINGS = new FileSystemSettings(1000, 1000, 0022, false,
			PermissionChanges.REFUSE, Duration.ofHours(1), 10_000, ScratchSettings.defaults());

	private final Application application;

	private final Directory root;

	private final Path spools;

	private final List<Path> rejected = new CopyOnWriteArrayList<>();

	private final List<VirtualFileSystem> opened = new ArrayList<>();

	private final VirtualFileSystem fileSystem;

	/**
	 * Creates the fixture.
	 * @param files becomes {@code /files}, empty
	 * @param application the owner of the files
	 */
	public NodeFileSystemFixture(Directory files, Application application) {
		this.application = application;
		InMemoryDirectory archive = new InMemoryDirectory("archive", 100, false, InstantSource.system());
		archive.application().put("old.txt", "old");
		Map<String, Directory> directories = new LinkedHashMap<>();
		directories.put("files", files);
		directories.put("archive", archive);
		this.root = VirtualDirectory.root(directories, Instant.now());
		try {
			this.spools = Files.createTempDirectory("vfs-kit");
			this.fileSystem = open();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private VirtualFileSystem open() throws IOException {
		Spool spool = Spool.open(this.spools.resolve(Integer.toString(this.opened.size())));
		VirtualFileSystem opened = NodeFileSystem.create(this.root, SETTINGS, spool, new OperationListener() {
			@Override
			public void contentRejected(String subject, String place, Throwable failure) {
				NodeFileSystemFixture.this.rejected.add(Path.of(place));
			}
		});
		this.opened.add(opened);
		return opened;
	}

	@Override
	public VirtualFileSystem fileSystem() {
		return this.fileSystem;
	}

	@Override
	public VirtualFileSystem restarted() {
		try {
			return open();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Application application() {
		return this.application;
	}

	@Override
	public List<Path> rejectedContent() {
		return this.rejected;
	}

	@Override
	public void close() {
		try {
			for (VirtualFileSystem opened : this.opened) {
				opened.close();
			}
			try (Stream<Path> paths = Files.walk(this.spools)) {
				for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
					Files.delete(path);
				}
			}
		}
		catch (Exception ex) {
			throw new IllegalStateException("The filesystem under test could not be closed", ex);
		}
	}

}
