package io.fusemount.core.inode;

import java.time.Clock;
import java.time.Duration;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.failure.Failures;
import io.fusemount.core.limit.Quota;
import io.fusemount.core.limit.UserLimit;

/**
 * The ledger of a filesystem that has nothing else.
 */
final class TestChanges {

	private TestChanges() {
	}

	static Changes of(Successions successions, ContentCache cache) {
		return new Changes(
				new NameTable(10, new UserLimit("files", "files", Quota.of(100), Errno.ENOSPC, Errno.EDQUOT)),
				Duration.ofMinutes(1), successions, cache, Failures.create(), new Newcomers(Duration.ofMinutes(1)),
				new DirectoryTimes(Clock.systemUTC()));
	}

}
