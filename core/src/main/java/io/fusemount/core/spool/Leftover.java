package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;

/**
 * A local file or directory that an earlier process has left in the spool.
 *
 * @param label the description of the file
 * @param content its bytes
 * @param modified the time of its last change
 */
public record Leftover(SpoolLabel label, SpooledContent content, Instant modified) {

	static Leftover of(Spool spool, SpoolLabel label, SpoolFile file) throws IOException {
		Instant modified = Files.getLastModifiedTime(file.path()).toInstant();
		long size = Files.size(file.path());
		return new Leftover(label, SpooledContent.restored(spool, file, size), modified);
	}

}
