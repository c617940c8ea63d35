package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Duration;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.limit.Quota;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.vfs.TimeToLive;

/**
 * The ledger of a filesystem that has nothing else.
 */
final class TestChanges {

	private TestChanges() {
	}

	private static NameTable names() {
		return new NameTable(10, new UserLimit("files", "files", Quota.of(100), Errno.ENOSPC, Errno.EDQUOT));
	}

	static InodeTable inodes() {
		return new InodeTable(names(), Duration.ofMinutes(1));
	}

	static Changes of(InodeTable inodes, ContentCache cache) {
		return new Changes(names(), new TimeToLive(Duration.ofMinutes(1)), inodes, cache, Failures.create(),
				new DirectoryTimes(Clock.systemUTC()));
	}

}
