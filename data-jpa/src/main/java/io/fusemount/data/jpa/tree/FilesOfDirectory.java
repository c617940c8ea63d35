package io.fusemount.data.jpa.tree;

import java.time.Instant;
import java.util.List;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.ExtendedAttributes;
import io.fusemount.core.node.Quota;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.node.SmallFile;
import org.jspecify.annotations.Nullable;

/**
 * What of a directory concerns its files alone.
 */
abstract class FilesOfDirectory implements Directory {

	/** Returns the files in the directory. */
	abstract DirectoryFiles files();

	@Override
	public boolean readsTogether() {
		return files().readsTogether();
	}

	@Override
	public List<SmallFile> readTogether(List<RegularFile> wanted, int maxBytes) {
		return files().readTogether(wanted, maxBytes);
	}

	@Override
	public void requireRoomFor(long bytes) {
		files().requireRoomFor(bytes);
	}

	@Override
	public @Nullable Quota quota(@Nullable RegularFile stored) {
		return files().quota(stored);
	}

	@Override
	public void requireStoring(@Nullable RegularFile stored) {
		files().requireStoring(stored);
	}

	@Override
	public Instant keptTime(Instant time) {
		return files().keptTime(time);
	}

	@Override
	public Instant keptBirth(Instant created, Instant modified) {
		return files().keptBirth(created, modified);
	}

	@Override
	public ExtendedAttributes attributesOfNew() {
		return files().attributesOfNew();
	}

	@Override
	public void delete(RegularFile file) {
		files().delete(file);
	}

}
