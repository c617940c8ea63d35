package io.fusemount.conformance.memory;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * A directory with files of two kinds, and with directories: a file whose name contains
 * {@value #KIND} is of another kind than all others, and stays that.
 */
public final class MixedDirectory extends InMemoryDirectory {

	private static final String KIND = ".kind";

	/**
	 * Creates a writable directory.
	 * @param space the space in which its keys are unique
	 */
	public MixedDirectory(String space) {
		super(space);
		nested();
	}

	private MixedDirectory(MixedDirectory other) {
		super(other);
	}

	@Override
	public MixedDirectory copy() {
		return new MixedDirectory(this);
	}

	@Override
	public RegularFile rename(RegularFile source, Name target, @Nullable RegularFile replaced) {
		Name before = application().name(source.key());
		if (before != null && before.value().contains(KIND) != target.value().contains(KIND)) {
			throw new ErrnoException(Errno.EXDEV, "It is of another kind");
		}
		return super.rename(source, target, replaced);
	}

}
