package io.fusemount.autoconfigure.endpoint;

import java.util.List;

import io.fusemount.core.cache.ContentCacheStatistics;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.spool.LocalFiles;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What the endpoint tells of a mount.
 *
 * @param name its name
 * @param mountPoint where it appears
 * @param state where it is in its life
 * @param failure why the last attempt to mount failed, or that somebody else has
 * unmounted it, or {@code null}
 * @param readOnly whether every change is refused
 * @param maxFileSize the size in bytes that no file can grow beyond
 * @param openHandles the number of open files and directories
 * @param activeWorkers the number of operations that are being served
 * @param scratch files of programs that stay local
 * @param unsaved files that could not be stored and are kept
 * @param contentCache content that is kept on the local disk
 * @param directories the directories that are mounted at this moment
 */
public record MountDescriptor(String name, String mountPoint, MountState state, @Nullable String failure,
		boolean readOnly, long maxFileSize, int openHandles, int activeWorkers, LocalFiles scratch, LocalFiles unsaved,
		ContentCacheStatistics contentCache, List<DirectoryDescriptor> directories) implements OperationResponseBody {

	static MountDescriptor of(Mount mount) {
		MountOptions options = mount.options();
		RuntimeException failure = mount.failure();
		VirtualFileSystem mounted = mount.fileSystem();
		TransportSession session = mount.session();
		return new MountDescriptor(options.name(), options.mountPoint().toString(), mount.state(),
				(failure != null) ? String.valueOf(failure.getMessage()) : null, options.readOnly(),
				(mounted != null) ? mounted.maxFileSize() : 0, (mounted != null) ? mounted.openHandles() : 0,
				(session != null) ? session.activeWorkers() : 0,
				(mounted != null) ? mounted.scratch() : LocalFiles.NONE,
				(mounted != null) ? mounted.unsaved() : LocalFiles.NONE,
				(mounted != null) ? mounted.contentCache() : ContentCacheStatistics.NONE,
				(mounted != null) ? DirectoryDescriptor.of(mounted) : List.of());
	}

}
