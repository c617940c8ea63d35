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
 * Applies the reports of one change feed to a mount: drops the cached data that they
 * concern. A guarantee of the feed also applies to a filesystem that is mounted later.
 *
 * @param feed the change feed
 * @param mount the mount
 * @param timeToLive how long the mount trusts cached data
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
