package io.fusemount.core.filesystem;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.errno.Errno;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.file.OpenFiles;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.spool.Leftover;
import io.fusemount.core.spool.Spool;

/**
 * Brings the local files back that an earlier process has left, each to its directory. If
 * that is gone, their bytes are kept aside.
 */
final class ScratchRecovery {

	private final OpenFiles openFiles;

	private final OperationListener listener;

	private final List<Leftover> leftovers;

	ScratchRecovery(OpenFiles openFiles, Spool spool, OperationListener listener) {
		this.openFiles = openFiles;
		this.listener = listener;
		this.leftovers = new ArrayList<>(spool.takeLeftovers());
	}

	void restore(Directory root) {
		restoreBelow(root);
		for (Leftover homeless : this.leftovers) {
			String name = homeless.label().name().value();
			Path place = homeless.content().keep(homeless.label().user(), name);
			this.listener.contentUnsaved(name, place.toString(),
					new ErrnoException(Errno.ENOENT, "The directory of the local file is not mounted any more"));
		}
	}

	private void restoreBelow(Directory directory) {
		if (directory instanceof VirtualDirectory virtual) {
			for (DirectoryEntry entry : virtual.list(null).entries()) {
				if (entry.node() instanceof Directory below) {
					restoreBelow(below);
				}
			}
			return;
		}
		this.leftovers.removeIf((leftover) -> {
			NodeKey key = leftover.label().directory();
			Directory home = key.equals(directory.key()) ? directory : directory.findDirectory(key);
			if (home != null) {
				this.openFiles.scratchFiles().restore(home, leftover);
			}
			return home != null;
		});
	}

}
