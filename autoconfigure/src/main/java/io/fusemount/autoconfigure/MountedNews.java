package io.fusemount.autoconfigure;

import java.time.Duration;
import java.util.function.Consumer;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.vfs.TimeToLive;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * What one source of news tells: lets a mount, while there is one, forget what they are
 * about. What is assured counts for a mount that comes later, too.
 */
final class MountedNews implements ChangeListener {

	private final Mount mount;

	private final TimeToLive timeToLive;

	MountedNews(Mount mount, TimeToLive timeToLive) {
		this.mount = mount;
		this.timeToLive = timeToLive;
	}

	@Override
	public void changed(NodeChange change) {
		ifMounted((mounted) -> mounted.invalidate(change));
	}

	@Override
	public void missed() {
		ifMounted(VirtualFileSystem::invalidateNames);
	}

	@Override
	public void assured(Duration timeToLive) {
		this.timeToLive.assure(this, timeToLive);
	}

	private void ifMounted(Consumer<VirtualFileSystem> work) {
		VirtualFileSystem mounted = this.mount.fileSystem();
		if (mounted != null) {
			work.accept(mounted);
		}
	}

}
