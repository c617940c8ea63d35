package io.fusemount.autoconfigure;

import java.time.Duration;
import java.util.function.Consumer;

import io.fusemount.core.mount.Mount;
import io.fusemount.core.node.ChangeFeed;
import io.fusemount.core.node.ChangeListener;
import io.fusemount.core.node.NodeChange;
import io.fusemount.core.vfs.TimeToLive;
import io.fusemount.core.vfs.VirtualFileSystem;

/**
 * What one source of news tells: lets a mount, while there is one, forget what they are
 * about. What is assured counts for a mount that comes later, too.
 *
 * @param feed who tells them
 * @param mount the mount
 * @param timeToLive how long it believes what it knows
 */
record MountedNews(ChangeFeed feed, Mount mount, TimeToLive timeToLive) implements ChangeListener {

	@Override
	public void changed(NodeChange change) {
		ifMounted((mounted) -> mounted.invalidate(change));
	}

	@Override
	public void missed() {
		ifMounted(VirtualFileSystem::invalidateNames);
	}

	@Override
	public void assured(Duration duration) {
		this.timeToLive.assure(this.feed, duration);
	}

	private void ifMounted(Consumer<VirtualFileSystem> work) {
		VirtualFileSystem mounted = this.mount.fileSystem();
		if (mounted != null) {
			work.accept(mounted);
		}
	}

}
