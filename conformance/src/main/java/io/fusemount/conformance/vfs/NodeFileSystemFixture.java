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
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.Operation;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.supervision.ServiceCheck;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The fixture around a {@link NodeFileSystem} with any directory as {@code /files}, which
 * tests a source of files against the whole contract.
 */
public final class NodeFileSystemFixture implements VfsFixture {

	/** Regardless of how long a test is delayed between two lines. */
	private static final ScratchSettings PATIENT = new ScratchSettings(ScratchSettings.defaults().names(),
			Duration.ofHours(1));

	/** Longer than a test takes. */
	private static final Duration LONG = Duration.ofHours(1);

	private final Application application;

	private final String directory;

	private final InMemoryDirectory fixed = new InMemoryDirectory("fixed").refusingNewFiles("A customer is missing");

	private final Directory root;

	private final Duration timeToLive;

	private final Path spools;

	private final List<Path> unsaved = new CopyOnWriteArrayList<>();

	private final List<String> failed = new CopyOnWriteArrayList<>();

	private final List<String> conflicts = new CopyOnWriteArrayList<>();

	private final Failures failures = Failures.create();

	private final List<VirtualFileSystem> opened = new ArrayList<>();

	private final VirtualFileSystem fileSystem;

	private @Nullable VirtualFileSystem keepingBoth;

	/**
	 * Creates the fixture.
	 * @param files becomes {@code /files}, empty
	 * @param application the owner of the files
	 */
	public NodeFileSystemFixture(Directory files, Application application) {
		this(files, application, "/files");
	}

	/**
	 * Creates the fixture.
	 * @param files becomes {@code /files}
	 * @param application the owner of the files under test
	 * @param directory the path of those files
	 */
	public NodeFileSystemFixture(Directory files, Application application, String directory) {
		this(files, application, directory, LONG);
	}

	/**
	 * Creates the fixture.
	 * @param files becomes {@code /files}
	 * @param application the owner of the files under test
	 * @param directory the path of those files
	 * @param timeToLive how long names and attributes are cached
	 */
	public NodeFileSystemFixture(Directory files, Application application, String directory, Duration timeToLive) {
		this.timeToLive = timeToLive;
		this.application = application;
		this.directory = directory;
		InMemoryDirectory archive = new InMemoryDirectory("archive", 100, false, InstantSource.system());
		archive.application().put("old.txt", "old");
		Map<String, Directory> directories = new LinkedHashMap<>();
		directories.put("files", files);
		directories.put("archive", archive);
		directories.put("fixed", this.fixed);
		this.root = VirtualDirectory.root(directories, Instant.now());
		try {
			this.spools = Files.createTempDirectory("vfs-kit");
			this.fileSystem = open(settings(ConflictPolicy.FAIL));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private FileSystemSettings settings(ConflictPolicy conflicts) {
		return new FileSystemSettings(1000, 1000, 0022, false, PermissionChanges.REFUSE, conflicts,
				new TimeToLive(this.timeToLive), 10_000, PATIENT, ContentCacheSettings.defaults(),
				OpenLimits.defaults());
	}

	private VirtualFileSystem open(FileSystemSettings settings) throws IOException {
		return open(settings, this.spools.resolve(Integer.toString(this.opened.size())));
	}

	private VirtualFileSystem open(FileSystemSettings settings, Path directory) throws IOException {
		FileSystemSpool spool = FileSystemSpool.open(directory);
		VirtualFileSystem opened = NodeFileSystem.create(this.root, settings, spool, new OperationListener() {
			@Override
			public void operationFailed(Operation operation, @Nullable Object subject, ErrnoException failure,
					long elapsedNanos) {
				NodeFileSystemFixture.this.failures.operationFailed(operation, subject, failure, elapsedNanos);
				NodeFileSystemFixture.this.failed
					.add(operation + " " + subject + " " + failure.errno() + ": " + failure.getMessage());
			}

			@Override
			public void contentUnsaved(String subject, String place, Throwable failure) {
				NodeFileSystemFixture.this.failures.contentUnsaved(subject, place, failure);
				NodeFileSystemFixture.this.unsaved.add(Path.of(place));
			}

			@Override
			public void contentConflicted(String subject, @Nullable String keptAs) {
				NodeFileSystemFixture.this.failures.contentConflicted(subject, keptAs);
				NodeFileSystemFixture.this.conflicts.add(subject + " -> " + keptAs);
			}
		}, this.failures, ServiceCheck.local());
		this.opened.add(opened);
		return opened;
	}

	private VirtualFileSystem openAnother(FileSystemSettings settings) {
		try {
			return open(settings);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public VirtualFileSystem fileSystem() {
		return this.fileSystem;
	}

	@Override
	public String directory() {
		return this.directory;
	}

	@Override
	public VirtualFileSystem restarted() {
		return openAnother(settings(ConflictPolicy.FAIL));
	}

	@Override
	public VirtualFileSystem reopened() {
		this.fileSystem.close();
		try {
			return open(settings(ConflictPolicy.FAIL), this.spools.resolve("0"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public VirtualFileSystem keepingBoth() {
		if (this.keepingBoth == null) {
			this.keepingBoth = openAnother(settings(ConflictPolicy.KEEP_BOTH));
		}
		return this.keepingBoth;
	}

	@Override
	public Dispatcher dispatcher() {
		return new Dispatcher(new ErrnoTranslators(List.of()), this.failures);
	}

	@Override
	public Application application() {
		return this.application;
	}

	@Override
	public Application fixed() {
		return new InMemoryOwner(this.fixed);
	}

	@Override
	public List<Path> unsavedContent() {
		return this.unsaved;
	}

	@Override
	public List<String> failures() {
		return this.failed;
	}

	@Override
	public List<String> conflicts() {
		return this.conflicts;
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
