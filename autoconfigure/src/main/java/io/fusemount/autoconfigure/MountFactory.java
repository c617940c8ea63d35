package io.fusemount.autoconfigure;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.fusemount.autoconfigure.directory.DirectorySource;
import io.fusemount.autoconfigure.directory.DirectoryTree;
import io.fusemount.autoconfigure.log.MountEndLog;
import io.fusemount.autoconfigure.place.Visibility;
import io.fusemount.autoconfigure.properties.ConfiguredMount;
import io.fusemount.autoconfigure.properties.MountProperties;
import io.fusemount.autoconfigure.spool.SpoolDirectory;
import io.fusemount.core.errno.ErrnoTranslator;
import io.fusemount.core.errno.ErrnoTranslators;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.filesystem.FileSystemSpool;
import io.fusemount.core.filesystem.NodeFileSystem;
import io.fusemount.core.mount.Inheritance;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.Transport;
import io.fusemount.core.name.ScratchNames;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.Directory;
import io.fusemount.core.operation.Dispatcher;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.supervision.ServiceCheck;
import io.fusemount.core.vfs.FileSystemSettings;
import io.fusemount.core.vfs.OpenLimits;
import io.fusemount.core.vfs.ScratchSettings;
import io.fusemount.core.vfs.TimeToLive;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * Creates mounts from their properties and the beans that take part in them.
 *
 * @param transport passes on the operations
 * @param sources the sources of directories
 * @param translators the translators of the application's exceptions, in order
 * @param listeners the listeners of all mounts, in order
 * @param factories the factories of listeners for each mount, in order
 * @param changeFeeds the feeds of changes made by other ways
 * @param check determines whether programs make progress with the mount
 * @param timeout the time that the database has for an answer, {@code null} without a
 * database
 */
record MountFactory(Transport transport, Collection<DirectorySource> sources, List<ErrnoTranslator> translators,
		List<OperationListener> listeners, List<OperationListenerFactory> factories, Collection<ChangeFeed> changeFeeds,
		ServiceCheck check, @Nullable Duration timeout) {

	Mount create(ConfiguredMount configured) {
		String name = configured.name();
		MountProperties properties = configured.properties();
		Directory root = DirectoryTree.root(name, this.sources);
		TimeToLive timeToLive = new TimeToLive(properties.cache().timeToLive());
		FileSystemSettings settings = settings(properties, timeToLive);
		ErrnoTranslators errnos = new ErrnoTranslators(this.translators);
		Failures failures = new Failures(errnos, Clock.systemUTC());
		List<OperationListener> all = new ArrayList<>();
		// First, because memory that is exhausted may keep the others from hearing of it.
		all.add(this.check.memory());
		this.factories.forEach((factory) -> all.add(factory.create(name)));
		all.addAll(this.listeners);
		all.add(failures);
		OperationListener listener = new OperationListeners(all);
		MountOptions options = options(configured);
		Dispatcher dispatcher = new Dispatcher(errnos, listener, this.timeout);
		Mount mount = new Mount(options,
				() -> NodeFileSystem.create(root, settings,
						spool(properties, options, listener, (place) -> this.transport.inherit(options, place)),
						listener, failures, check(options).withOperations(dispatcher.watch()::trouble)),
				dispatcher, properties.createMountPoint() ? new CreatingTransport(this.transport) : this.transport,
				new MountEndLog());
		this.changeFeeds.forEach((feed) -> feed.subscribe(new MountedNews(feed, mount, timeToLive)));
		return mount;
	}

	private ServiceCheck check(MountOptions options) {
		return this.check.withVisibility(Visibility.of(options.mountPoint())::limit).withChangeFeed(this::feedTrouble);
	}

	private @Nullable String feedTrouble() {
		return this.changeFeeds.stream().map(ChangeFeed::trouble).filter(Objects::nonNull).findFirst().orElse(null);
	}

	private static FileSystemSpool spool(MountProperties properties, MountOptions options, OperationListener listener,
			Function<Path, Inheritance> takeover) {
		FileSystemSpool spool = SpoolDirectory.open(properties.spool().directory(), options.mountPoint(),
				ProcessIdentity.current().uid(), properties.unsaved().limits(), listener, takeover);
		DataSize maxFileSize = properties.maxFileSize();
		if (maxFileSize != null) {
			spool.setMaxFileSize(maxFileSize.toBytes());
		}
		return spool;
	}

	private static MountOptions options(ConfiguredMount configured) {
		MountProperties properties = configured.properties();
		MountProperties.Executor executor = properties.executor();
		return new MountOptions(configured.name(), configured.mountPoint(), properties.readOnly(),
				properties.allowOther(), properties.defaultPermissions(), executor.maxWorkers(), executor.readers());
	}

	private static FileSystemSettings settings(MountProperties properties, TimeToLive timeToLive) {
		Integer uid = properties.uid();
		Integer gid = properties.gid();
		ProcessIdentity process = ProcessIdentity.current();
		MountProperties.Scratch scratch = properties.scratch();
		return new FileSystemSettings((uid != null) ? uid : process.uid(), (gid != null) ? gid : process.gid(),
				properties.umaskBits(), properties.readOnly(), properties.permissionChanges(), properties.conflicts(),
				timeToLive, properties.cache().entries(),
				new ScratchSettings(ScratchNames.of(scratch.names()), scratch.replacementWait()),
				properties.contentCache().settings(),
				new OpenLimits(properties.handles().quota(), properties.newFiles().quota()));
	}

}
