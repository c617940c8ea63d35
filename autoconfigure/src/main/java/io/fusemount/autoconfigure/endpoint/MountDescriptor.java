package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.supervision.ContentCacheStatistics;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.SpoolState;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What the endpoint tells of a mount. It comes from memory and the local disk: it is
 * there while the database hangs and while all workers are busy.
 *
 * @param name its name
 * @param mountPoint where it appears
 * @param state where it is in its life
 * @param since since when it is mounted, {@code null} if it is not
 * @param failure why the last attempt to mount failed, or that somebody else has
 * unmounted it, or {@code null}
 * @param visibility in words who does not see what is mounted, or {@code null} if nobody
 * is known who does not
 * @param changeFeed in words why changes by others are seen late, or {@code null} if
 * nothing is known of that
 * @param readOnly whether every change is refused
 * @param maxFileSize the size in bytes that no file can grow beyond
 * @param openHandles the number of open files and directories
 * @param executor the workers
 * @param permits the permits to use the database, if there is one
 * @param spool local disk space, {@code null} if it is not mounted
 * @param scratch files of programs that stay local
 * @param unsaved files that could not be stored and are kept, {@code null} if it is not
 * mounted
 * @param contentCache content that is kept on the local disk
 * @param directories the directories that are mounted at this moment
 * @param failures the last operations that failed, the newest first
 */
public record MountDescriptor(String name, String mountPoint, MountState state, @Nullable Instant since,
		@Nullable String failure, @Nullable String visibility, @Nullable String changeFeed, boolean readOnly,
		long maxFileSize, int openHandles, ExecutorDescriptor executor, @Nullable PermitsDescriptor permits,
		@Nullable SpoolState spool, FileTotal scratch, @Nullable UnsavedDescriptor unsaved,
		ContentCacheStatistics contentCache, List<DirectoryDescriptor> directories,
		List<FailureDescriptor> failures) implements OperationResponseBody {

	static MountDescriptor of(Mount mount, @Nullable DatabasePermits permits) {
		MountOptions options = mount.options();
		RuntimeException failure = mount.failure();
		VirtualFileSystem mounted = mount.fileSystem();
		Supervision supervision = (mounted != null) ? mounted.supervision() : null;
		return new MountDescriptor(options.name(), options.mountPoint().toString(), mount.state(), mount.mountedSince(),
				(failure != null) ? String.valueOf(failure.getMessage()) : null,
				(supervision != null) ? supervision.visibility() : null,
				(supervision != null) ? supervision.changeFeed() : null, options.readOnly(),
				(mounted != null) ? mounted.maxFileSize() : 0, (mounted != null) ? mounted.openHandles() : 0,
				ExecutorDescriptor.of(mount), PermitsDescriptor.of(permits),
				(supervision != null) ? supervision.spool() : null,
				(mounted != null) ? mounted.scratch() : FileTotal.NONE,
				(mounted != null) ? UnsavedDescriptor.of(mounted) : null,
				(mounted != null) ? mounted.contentCache() : ContentCacheStatistics.NONE,
				(mounted != null) ? DirectoryDescriptor.of(mounted) : List.of(),
				(supervision != null) ? FailureDescriptor.of(supervision) : List.of());
	}

}
