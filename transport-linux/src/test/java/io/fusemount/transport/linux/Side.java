package io.fusemount.transport.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.fusemount.conformance.memory.InMemoryDirectory;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.UnsavedLimits;
import io.fusemount.core.local.SpoolInUseException;
import io.fusemount.core.mount.Inheritance;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountException;
import io.fusemount.core.mount.MountListener;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.ConflictPolicy;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.PermissionChanges;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import io.fusemount.transport.device.store.DescriptorStore;
import org.jspecify.annotations.Nullable;

/**
 * One of two processes of an application, which serve the same rows at the same place,
 * one at a time.
 */
final class Side implements MountListener, OperationListener {

	/** What could not be stored here. */
	final List<String> unsaved = new CopyOnWriteArrayList<>();

	/** How the mount has ended here. */
	final List<String> ends = new CopyOnWriteArrayList<>();

	final LinuxTransport transport;

	final Mount mount;

	private final MountOptions options;

	private final Path spool;

	private final InMemoryDirectory files;

	/** Fails while the filesystem is created. */
	@Nullable RuntimeException failure;

	Side(MountOptions options, Path spool, InMemoryDirectory files, Takeovers takeovers, DescriptorStore store) {
		this.options = options;
		this.spool = spool;
		this.files = files;
		this.transport = new LinuxTransport(true, true, takeovers, store);
		this.mount = new Mount(options, this::fileSystem,
				new Dispatcher(new ErrnoTranslators(List.of()), new OperationListener() {
				}), this.transport, this);
	}

	private NodeFileSystem fileSystem() {
		FileSystemSettings settings = new FileSystemSettings(0, 0, 022, false, PermissionChanges.IGNORE,
				ConflictPolicy.FAIL, new TimeToLive(Duration.ofHours(1)), 10_000, ScratchSettings.defaults(),
				ContentCacheSettings.defaults(), OpenLimits.defaults());
		Inheritance inherited = this.transport.inherit(this.options, this.spool);
		if (this.failure != null) {
			throw this.failure;
		}
		try {
			return NodeFileSystem.create(
					VirtualDirectory.root(Map.of("files", this.files), Instant.EPOCH), settings, FileSystemSpool
						.open(this.spool, UnsavedLimits.DEFAULT, this, inherited.connected(), inherited.recorded()),
					this);
		}
		catch (SpoolInUseException ex) {
			throw new MountException(MountException.Reason.SPOOL_IN_USE, ex.getMessage() + ": " + inherited.refusal(),
					ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void contentUnsaved(String subject, String place, Throwable failed) {
		this.unsaved.add(subject);
	}

	@Override
	public void unmounted(Mount ended) {
		this.ends.add("unmounted");
	}

	@Override
	public void left(Mount ended) {
		this.ends.add("left");
	}

	@Override
	public void lost(Mount ended) {
		this.ends.add("lost");
	}

}
