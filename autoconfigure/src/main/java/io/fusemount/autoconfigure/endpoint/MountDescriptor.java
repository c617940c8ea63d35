package io.fusemount.autoconfigure.endpoint;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.limit.DatabasePermits;
import io.fusemount.core.mount.Channel;
import io.fusemount.core.mount.Mount;
import io.fusemount.core.mount.MountOptions;
import io.fusemount.core.mount.MountState;
import io.fusemount.core.mount.TransportSession;
import io.fusemount.core.supervision.ContentCacheStatistics;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.SpoolState;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A mount, described from memory and the local disk: the description is available while
 * the database hangs and while all workers are busy.
 *
 * @param name the name
 * @param mountPoint the mount point
 * @param state the state
 * @param since the time at which it was mounted, {@code null} if it is not mounted
 * @param takenOver how it was taken over from another process, {@code null} if this one
 * has mounted it
 * @param handedOver how it was handed over to another process, {@code null} if it was not
 * @param failure why the last attempt to mount failed or the mount ended from outside, or
 * {@code null}
 * @param visibility a description of processes that do not see the mount, or {@code
 * null} if none are known
 * @param changeFeed a description of why changes by others are seen late, or {@code
 * null} if no reason is known
 * @param channel the way by which the kernel's requests come, and why it is not a faster
 * one or why the kernel does not read content itself; {@code null} if it is not mounted
 * @param readOnly whether every change is refused
 * @param maxFileSize the maximum size of a file in bytes
 * @param openHandles the number of open files and directories
 * @param executor the workers
 * @param permits the permits to use the database, if there are any
 * @param spool the local disk space, {@code null} if the filesystem is not mounted
 * @param scratch the local files of programs
 * @param unsaved the kept files that could not be stored, {@code null} if the filesystem
 * is not mounted
 * @param contentCache the content kept on the local disk
 * @param directories the directories that are currently mounted
 * @param quotas what the quotas took when they were measured last, the fullest first
 * @param failures the most recent failures, newest first
 */
public record MountDescriptor(String name, String mountPoint, MountState state, @Nullable Instant since,
		@Nullable TakeoverDescriptor takenOver, @Nullable DepartureDescriptor handedOver, @Nullable String failure,
		@Nullable String visibility, @Nullable String changeFeed, @Nullable String channel, boolean readOnly,
		long maxFileSize, int openHandles, ExecutorDescriptor executor, @Nullable PermitsDescriptor permits,
		@Nullable SpoolState spool, FileTotal scratch, @Nullable UnsavedDescriptor unsaved,
		ContentCacheStatistics contentCache, List<DirectoryDescriptor> directories, List<QuotaDescriptor> quotas,
		List<FailureDescriptor> failures) implements OperationResponseBody {

	static MountDescriptor of(Mount mount, @Nullable DatabasePermits permits) {
		MountOptions options = mount.options();
		RuntimeException failure = mount.failure();
		VirtualFileSystem mounted = mount.fileSystem();
		Supervision supervision = (mounted != null) ? mounted.supervision() : Supervision.NONE;
		return new MountDescriptor(options.name(), options.mountPoint().toString(), mount.state(), mount.mountedSince(),
				TakeoverDescriptor.of(mount), DepartureDescriptor.of(mount),
				(failure != null) ? String.valueOf(failure.getMessage()) : null, supervision.visibility(),
				supervision.changeFeed(), channel(mount), options.readOnly(), supervision.maxFileSize(),
				supervision.openHandles(), ExecutorDescriptor.of(mount), PermitsDescriptor.of(permits),
				(mounted != null) ? supervision.spool() : null, supervision.scratch(),
				(mounted != null) ? UnsavedDescriptor.of(supervision.unsaved()) : null, supervision.contentCache(),
				(mounted != null) ? DirectoryDescriptor.of(mounted) : List.of(), QuotaDescriptor.of(supervision),
				FailureDescriptor.of(supervision));
	}

	private static @Nullable String channel(Mount mount) {
		TransportSession session = mount.session();
		Channel channel = (session != null) ? session.channel() : null;
		return (channel != null) ? channel.toString() : null;
	}

}
