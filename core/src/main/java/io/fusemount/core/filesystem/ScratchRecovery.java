package io.fusemount.core.filesystem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.inode.FileInode;
import io.fusemount.core.inode.LocalNames;
import io.fusemount.core.namespace.ScratchDirectories;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.save.Local;
import io.fusemount.core.spool.Leftover;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpoolLabel;
import org.jspecify.annotations.Nullable;

/**
 * Brings the local files and directories back that an earlier process has left, each to
 * its directory. If that is gone, the bytes of files are kept aside.
 */
final class ScratchRecovery {

	private final Local local;

	private final LocalNames locals;

	private final ScratchDirectories directories;

	private final OperationListener listener;

	private final List<Leftover> leftovers;

	private final DirectorySearch search = new DirectorySearch();

	ScratchRecovery(Local local, LocalNames locals, ScratchDirectories directories, Spool spool,
			OperationListener listener) {
		this.local = local;
		this.locals = locals;
		this.directories = directories;
		this.listener = listener;
		this.leftovers = new ArrayList<>(spool.takeLeftovers());
	}

	void restore(Directory root) {
		Map<NodeKey, Optional<Directory>> homes = new HashMap<>();
		restoreDirectories(root, homes);
		for (Leftover leftover : this.leftovers) {
			Directory home = home(leftover, root, homes);
			if (leftover.label().kind() == SpoolLabel.Kind.DIRECTORY) {
				leftover.content().discard();
			}
			else if (home != null) {
				restore(home, leftover);
			}
			else {
				keep(leftover);
			}
		}
	}

	private void restore(Directory home, Leftover leftover) {
		Place place = new Place(home, leftover.label().name());
		FileInode file = this.local.restore(place, leftover);
		this.locals.restore(file, place);
		file.requireContent().park();
	}

	/** One may be in another one, which comes later. */
	private void restoreDirectories(Directory root, Map<NodeKey, Optional<Directory>> homes) {
		boolean restored;
		do {
			restored = this.leftovers.removeIf((leftover) -> {
				Directory home = (leftover.label().kind() == SpoolLabel.Kind.DIRECTORY) ? home(leftover, root, homes)
						: null;
				if (home != null) {
					homes.put(leftover.label().identity(), Optional.of(this.directories.restore(home, leftover)));
				}
				return home != null;
			});
		}
		while (restored);
	}

	private @Nullable Directory home(Leftover leftover, Directory root, Map<NodeKey, Optional<Directory>> homes) {
		return homes
			.computeIfAbsent(leftover.label().directory(), (key) -> Optional.ofNullable(this.search.find(root, key)))
			.orElse(null);
	}

	private void keep(Leftover homeless) {
		String name = homeless.label().name().value();
		Path place = homeless.content().keep(homeless.label().user(), name);
		ErrnoException failure = this.search.failure(homeless.label().directory());
		this.listener.contentUnsaved(name, place.toString(), (failure != null) ? failure
				: new ErrnoException(Errno.ENOENT, "The directory of the local file is not mounted any more"));
	}

}
