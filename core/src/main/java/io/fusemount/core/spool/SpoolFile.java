package io.fusemount.core.spool;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One file of the spool, open until it is discarded or moved away.
 *
 * @param path where it is
 * @param channel the open file
 */
record SpoolFile(Path path, FileChannel channel) {

	void discard() throws IOException {
		this.channel.close();
		Files.deleteIfExists(this.path);
	}

	void moveTo(Path target) throws IOException {
		this.channel.force(true);
		this.channel.close();
		Files.move(this.path, target);
	}

}
