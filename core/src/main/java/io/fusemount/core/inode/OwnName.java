package io.fusemount.core.inode;

import io.fusemount.core.limit.UserLimit;
import org.jspecify.annotations.Nullable;

/**
 * What only this process knows of a name. Several may hold at once: a new file is written
 * under the name of a stored one that has been moved away. {@link NameTable} guards it.
 */
final class OwnName {

	Binding.@Nullable Open open;

	UserLimit.@Nullable Share share;

	Binding.@Nullable Made made;

	Binding.@Nullable Moved moved;

	Binding.@Nullable Waiting waiting;

	@Nullable Binding counting() {
		if (this.open != null) {
			return this.open;
		}
		if (this.made != null) {
			return this.made;
		}
		return (this.moved != null) ? this.moved : this.waiting;
	}

	boolean isLocal(OpenFile file) {
		return this.open instanceof Binding.Local local && local.file() == file;
	}

	void bind(OpenFile file, UserLimit.Share taken) {
		unbind();
		this.open = new Binding.Local(file);
		this.share = taken;
	}

	void unbind() {
		UserLimit.Share taken = this.share;
		this.open = null;
		this.share = null;
		if (taken != null) {
			taken.giveBack();
		}
	}

	boolean isEmpty() {
		return counting() == null;
	}

}
