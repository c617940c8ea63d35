package io.fusemount.autoconfigure;

import java.util.function.Consumer;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * Lets a mount, while there is one, forget what news are about.
 *
 * @param mount the mount
 */
record MountedNews(Mount mount) implements ChangeListener {

	@Override
	public void changed(NodeChange change) {
		ifMounted((mounted) -> mounted.invalidate(change));
	}

	@Override
	public void missed() {
		ifMounted(VirtualFileSystem::invalidateNames);
	}

	private void ifMounted(Consumer<VirtualFileSystem> work) {
		VirtualFileSystem mounted = this.mount.fileSystem();
		if (mounted != null) {
			work.accept(mounted);
		}
	}

}
