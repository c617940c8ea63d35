package io.fusemount.core.inode;

import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * What programs see under names in place of what their sources have. {@link InodeTable}
 * guards it.
 */
final class NameViews {

	private final Names names;

	private final UserLimit limit;

	/** How often detours have begun, changed or ended. */
	volatile long detourChanges;

	NameViews(Names names, UserLimit limit) {
		this.names = names;
		this.limit = limit;
	}

	/** Returns what is known of a name, to which something may be added. */
	NameView get(Place place) {
		return this.names.directory(place).view(place.name());
	}

	private void tidy(Place place) {
		DirectoryInode directory = this.names.find(place.directoryKey());
		if (directory != null) {
			directory.tidy(place.name());
		}
	}

	boolean isFree(Place place) {
		return this.names.view(place) == null;
	}

	void show(Inode inode, Place place) {
		NameView view = get(place);
		view.shown = inode;
		inode.place = place;
	}

	/** Shows a scratch file that cannot be refused any more. */
	void showScratch(FileInode file, Place place) {
		file.share = this.limit.takeAnyway();
		show(file, place);
	}

	/** Gives a file without a row another name. */
	void move(FileInode local, Place target) {
		UserLimit.Share share = local.share;
		local.share = null;
		unshow(local);
		local.share = (share != null) ? share : this.limit.takeAnyway();
		show(local, target);
	}

	/** Programs do not see the inode any more, unless its source has it. */
	void unshow(Inode inode) {
		Place place = inode.place;
		NameView view = (place != null) ? this.names.view(place) : null;
		if (place != null && view != null && view.shown == inode) {
			view.shown = null;
			tidy(place);
		}
		if (inode instanceof FileInode file && file.share != null) {
			file.share.giveBack();
			file.share = null;
		}
	}

	void detour(FileInode file, Detour detour) {
		endDetour(file);
		FileInode other = get(detour.from()).away;
		if (other != null) {
			endDetour(other);
		}
		become(file, detour);
		get(detour.from()).away = file;
		Place alias = detour.shownAt();
		if (alias != null) {
			show(file, alias);
		}
	}

	void endDetour(FileInode file) {
		Detour detour = file.detour;
		if (detour == null) {
			return;
		}
		NameView from = this.names.view(detour.from());
		if (from != null && from.away == file) {
			from.away = null;
			tidy(detour.from());
		}
		unshow(file);
		file.heldAs = null;
		become(file, null);
		file.place = detour.from();
	}

	/** The detour goes on with a newer version of the file. */
	void renew(FileInode file, RegularFile version) {
		Detour detour = file.detour;
		if (detour != null) {
			become(file, detour.of(version));
		}
	}

	private void become(FileInode file, @Nullable Detour detour) {
		file.detour = detour;
		this.detourChanges++;
	}

}
