package io.fusemount.core.filesystem;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.change.Changes;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.failure.Failure;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.InodeTable;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.Quota;
import io.fusemount.core.save.Commits;
import io.fusemount.core.save.FailureReports;
import io.fusemount.core.save.Releases;
import io.fusemount.core.service.ServiceStatus;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.supervision.ContentCacheStatistics;
import io.fusemount.core.supervision.FileTotal;
import io.fusemount.core.supervision.OpenHandle;
import io.fusemount.core.supervision.OpenHandles;
import io.fusemount.core.supervision.ReleasedHandle;
import io.fusemount.core.supervision.SpoolState;
import io.fusemount.core.supervision.Supervision;
import io.fusemount.core.supervision.UnsavedListing;
import io.fusemount.core.supervision.UnstoredFile;
import io.fusemount.core.supervision.UnstoredFiles;
import io.fusemount.core.tree.FileTree;
import org.jspecify.annotations.Nullable;

/**
 * What an administrator sees of a {@link NodeFileSystem} and can do to it.
 */
final class FileSystemSupervision implements Supervision {

	private final FileTree tree;

	private final InodeTable inodes;

	private final Releases releases;

	private final HandleTable handles;

	private final UserLimit newFiles;

	private final Commits commits;

	private final Changes changes;

	private final FailureReports reports;

	private final Spool spool;

	private final ContentCache contents;

	private final Failures failures;

	private final ServiceStatus status;

	private final OpenFileRecorder recorder;

	FileSystemSupervision(FileTree tree, InodeTable inodes, Changes changes, FailureReports reports, Releases releases,
			HandleTable handles, UserLimit newFiles, Commits commits, Spool spool, ContentCache contents,
			Failures failures, ServiceStatus status, OpenFileRecorder recorder) {
		this.tree = tree;
		this.inodes = inodes;
		this.releases = releases;
		this.handles = handles;
		this.newFiles = newFiles;
		this.commits = commits;
		this.changes = changes;
		this.reports = reports;
		this.spool = spool;
		this.contents = contents;
		this.failures = failures;
		this.status = status;
		this.recorder = recorder;
	}

	@Override
	public @Nullable String trouble() {
		return this.status.trouble();
	}

	@Override
	public @Nullable String visibility() {
		return this.status.visibility();
	}

	@Override
	public @Nullable String changeFeed() {
		return this.status.changeFeed();
	}

	@Override
	public int openHandles() {
		return this.handles.size();
	}

	@Override
	public OpenHandles handles(int limit) {
		int total = this.handles.size();
		List<OpenHandle> some = new ArrayList<>();
		this.handles.forOldest(limit, (id, entry) -> some.add(describe(id, entry)));
		return new OpenHandles(Math.max(total, some.size()), some);
	}

	private OpenHandle describe(long id, HandleTable.Entry entry) {
		Instant opened = Instant.ofEpochMilli(entry.opened());
		if (entry.handle() instanceof FileHandle handle) {
			FileInode file = handle.file();
			return new OpenHandle(id, this.reports.path(handle.file()),
					handle.write() ? OpenHandle.Mode.WRITE : OpenHandle.Mode.READ, file.isDirty(), file.dirtyBytes(),
					opened, entry.opener());
		}
		DirectoryHandle directory = (DirectoryHandle) entry.handle();
		return new OpenHandle(id, this.tree.path(directory.directory()), OpenHandle.Mode.LIST, false, 0, opened,
				entry.opener());
	}

	@Override
	public List<Failure> failures(int limit) {
		return this.failures.recent(limit);
	}

	@Override
	public SpoolState spool() {
		return new SpoolState(this.spool.directory().toString(), this.spool.usableBytes(), this.spool.totalBytes());
	}

	@Override
	public long maxFileSize() {
		return this.spool.maxFileSize();
	}

	@Override
	public int newFiles() {
		return this.newFiles.taken();
	}

	@Override
	public FileTotal scratch() {
		List<FileInode> scratch = this.inodes.all().stream().filter(FileInode::isScratch).toList();
		return new FileTotal(scratch.size(), scratch.stream().mapToLong(FileInode::size).sum());
	}

	@Override
	public UnstoredFiles unstored(int limit) {
		List<FileInode> dirty = dirty();
		List<UnstoredFile> files = dirty.stream()
			.map(this::describe)
			.sorted(Comparator.comparingLong(UnstoredFile::bytes).reversed().thenComparing(UnstoredFile::path))
			.limit(limit)
			.toList();
		return new UnstoredFiles(dirty.size(), files);
	}

	private List<FileInode> dirty() {
		return this.inodes.all().stream().filter(FileInode::isDirty).toList();
	}

	private UnstoredFile describe(FileInode file) {
		RuntimeException failure = file.failure();
		return new UnstoredFile(this.reports.path(file), file.dirtyBytes(),
				(failure != null) ? this.failures.translate(failure).getMessage() : null);
	}

	@Override
	public UnsavedListing unsaved() {
		return this.spool.unsaved().listing();
	}

	@Override
	public List<Quota.Measured> quotas(int limit) {
		return this.status.quotas(limit);
	}

	@Override
	public ContentCacheStatistics contentCache() {
		return this.contents.statistics();
	}

	@Override
	public long invalidations() {
		return this.changes.invalidations();
	}

	@Override
	public boolean storeAll(boolean again) {
		this.recorder.after(() -> tryStoreAll(again));
		return dirty().isEmpty();
	}

	private void tryStoreAll(boolean again) {
		for (FileInode file : dirty()) {
			if (again || file.failure() == null) {
				try {
					this.commits.commit(file);
				}
				catch (RuntimeException ex) {
					// It is noted there, told of as what is left, and heard of by no
					// program.
					file.attempts().unheard();
				}
			}
		}
	}

	@Override
	public void invalidate(String path) {
		this.changes.invalidated(this.tree.resolve(path));
	}

	@Override
	public @Nullable ReleasedHandle release(long id) {
		Object taken = this.handles.take(id);
		if (!(taken instanceof FileHandle handle)) {
			return (taken instanceof DirectoryHandle directory)
					? new ReleasedHandle(this.tree.path(directory.directory()), false, null) : null;
		}
		String path = this.reports.path(handle.file());
		Releases.GivenUp givenUp = this.recorder.after(() -> this.releases.giveUp(handle.file(), handle.write(),
				new ErrnoException(Errno.EIO, "An administrator has released the handle of its program")));
		Path kept = givenUp.kept();
		return new ReleasedHandle(path, givenUp.othersOpen(),
				(kept != null) ? Failures.UNSAVED + kept.getFileName() : null);
	}

}
