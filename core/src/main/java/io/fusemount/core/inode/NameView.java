package io.fusemount.core.inode;

import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * How a name differs to programs from what its source has. Both may hold at once: a new
 * file is written under the name of a stored one that has been moved away.
 * {@link InodeTable} guards it.
 */
final class NameView {

	/** What programs see: a local file or directory, or one that is stored elsewhere. */
	@Nullable Inode shown;

	/** The file that is stored here and shown elsewhere, or nowhere. */
	@Nullable FileInode away;

	/** Whether something without a row has the name. */
	boolean isLocal() {
		return this.shown instanceof DirectoryInode || this.shown instanceof FileInode file && file.isLocal();
	}

	boolean isEmpty() {
		return this.shown == null && this.away == null;
	}

	/** A detour goes on with the version that others have made. */
	static void bind(Names names, FileInode live) {
		Detour detour = live.detour;
		NameView from = (detour != null) ? names.view(detour.from()) : null;
		if (detour != null && from != null && from.away != live) {
			from.away = live;
			Place alias = detour.shownAt();
			NameView shown = (alias != null) ? names.view(alias) : null;
			if (shown != null) {
				shown.shown = live;
			}
		}
	}

}
