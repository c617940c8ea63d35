package io.fusemount.core.supervision;

import java.util.List;

import io.fusemount.core.failure.Failure;
import io.fusemount.core.node.Quota;
import org.jspecify.annotations.Nullable;

/**
 * The supervision while there are no files: every figure is zero, and actions find
 * nothing to do.
 */
final class NoSupervision implements Supervision {

	@Override
	public @Nullable String trouble() {
		return null;
	}

	@Override
	public @Nullable String visibility() {
		return null;
	}

	@Override
	public @Nullable String changeFeed() {
		return null;
	}

	@Override
	public int openHandles() {
		return 0;
	}

	@Override
	public OpenHandles handles(int limit) {
		return new OpenHandles(0, List.of());
	}

	@Override
	public List<Failure> failures(int limit) {
		return List.of();
	}

	@Override
	public SpoolState spool() {
		return new SpoolState("", 0, 0);
	}

	@Override
	public long maxFileSize() {
		return 0;
	}

	@Override
	public int newFiles() {
		return 0;
	}

	@Override
	public FileTotal scratch() {
		return FileTotal.NONE;
	}

	@Override
	public UnstoredFiles unstored(int limit) {
		return new UnstoredFiles(0, List.of());
	}

	@Override
	public UnsavedListing unsaved() {
		return UnsavedListing.NONE;
	}

	@Override
	public List<Quota.Measured> quotas(int limit) {
		return List.of();
	}

	@Override
	public ContentCacheStatistics contentCache() {
		return ContentCacheStatistics.NONE;
	}

	@Override
	public long invalidations() {
		return 0;
	}

	@Override
	public boolean storeAll(boolean again) {
		return true;
	}

	@Override
	public void invalidate(String path) {
	}

	@Override
	public @Nullable ReleasedHandle release(long handle) {
		return null;
	}

}
