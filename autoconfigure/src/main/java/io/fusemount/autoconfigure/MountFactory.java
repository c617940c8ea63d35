package io.fusemount.autoconfigure;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.directory.DirectoryTree;
import io.fusemount.autoconfigure.log.MountEndLog;
import io.fusemount.autoconfigure.spool.SpoolDirectory;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.NodeFileSystem;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.VirtualFileSystem;

import org.springframework.util.unit.DataSize;

/**
 * Puts a mount together from the properties and the beans that take part in it.
 *
 * @param properties the properties
 * @param transport what carries the operations
 * @param sources where directories come from
 * @param translators what knows the application's exceptions, in order
 * @param listeners who sees the operations, in order
 * @param changeFeeds who knows of changes by other ways
 */
record MountFactory(FuseMountProperties properties, Transport transport, Collection<DirectorySource> sources,
		List<ErrnoTranslator> translators, List<OperationListener> listeners, Collection<ChangeFeed> changeFeeds) {

	Mount create(Path mountPoint) {
		Directory root = DirectoryTree.root(this.sources);
		FileSystemSettings settings = settings();
		ErrnoTranslators errnos = new ErrnoTranslators(this.translators);
		Failures failures = new Failures(errnos, Clock.systemUTC());
		List<OperationListener> all = new ArrayList<>(this.listeners);
		all.add(failures);
		OperationListener listener = new OperationListeners(all);
		MountOptions options = options(mountPoint);
		Mount mount = new Mount(options,
				() -> NodeFileSystem.create(root, settings, spool(options, listener), listener, failures),
				new Dispatcher(errnos, listener),
				this.properties.createMountPoint() ? new CreatingTransport(this.transport) : this.transport,
				new MountEndLog());
		this.changeFeeds.forEach((feed) -> feed.subscribe((key) -> invalidate(mount, key)));
		return mount;
	}

	private Spool spool(MountOptions options, OperationListener listener) {
		Spool spool = SpoolDirectory.open(this.properties.spool().directory(), options.mountPoint(),
				ProcessIdentity.current().uid(), this.properties.unsaved().limits(), listener);
		DataSize maxFileSize = this.properties.maxFileSize();
		if (maxFileSize != null) {
			spool.setMaxFileSize(maxFileSize.toBytes());
		}
		return spool;
	}

	private MountOptions options(Path mountPoint) {
		FuseMountProperties.Executor executor = this.properties.executor();
		return new MountOptions(this.properties.name(), mountPoint, this.properties.readOnly(),
				this.properties.allowOther(), this.properties.defaultPermissions(), executor.maxWorkers(),
				executor.readers());
	}

	private FileSystemSettings settings() {
		Integer uid = this.properties.uid();
		Integer gid = this.properties.gid();
		ProcessIdentity process = ProcessIdentity.current();
		FuseMountProperties.Cache cache = this.properties.cache();
		FuseMountProperties.Scratch scratch = this.properties.scratch();
		return new FileSystemSettings((uid != null) ? uid : process.uid(), (gid != null) ? gid : process.gid(),
				this.properties.umaskBits(), this.properties.readOnly(), this.properties.permissionChanges(),
				this.properties.conflicts(), cache.timeToLive(), cache.maxEntries(),
				new ScratchSettings(ScratchNames.of(scratch.names()), scratch.replacementWait()),
				this.properties.contentCache().settings(),
				new OpenLimits(this.properties.handles().quota(), this.properties.newFiles().quota()));
	}

	private static void invalidate(Mount mount, NodeKey key) {
		VirtualFileSystem mounted = mount.fileSystem();
		if (mounted != null) {
			mounted.invalidate(key);
		}
	}

}
