package io.fusemount.core.inode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.errno.Errno;
import io.fusemount.core.limit.ContentCacheSettings;
import io.fusemount.core.limit.Maximum;
import io.fusemount.core.limit.UserLimit;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import io.fusemount.core.operation.OperationListener;
import io.fusemount.core.operation.UnseenSteps;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.spool.Spool;
import io.fusemount.core.spool.SpooledContent;
import io.fusemount.core.vfs.TimeToLive;

/**
 * Inodes and names with a spool and a cache, so that files can be opened.
 */
final class InodeFixture implements AutoCloseable {

	static final TimeToLive MINUTE = new TimeToLive(Duration.ofMinutes(1));

	private final Spool spool;

	private final ContentCache cache;

	final InodeTable table = new InodeTable(Duration.ofMinutes(1));

	final Names names = new Names(this.table, MINUTE, 100);

	final UserLimit limit = new UserLimit("files", "files", Maximum.of(100), Errno.ENOSPC, Errno.EDQUOT);

	final LocalNames locals = new LocalNames(this.names, this.limit);

	final Bindings bindings = new Bindings(this.names, this.locals);

	private int local;

	InodeFixture(Path directory) throws IOException {
		this.spool = Spool.open(directory.resolve("spool"));
		this.cache = new ContentCache(directory.resolve("cache"), this.spool.channels(),
				ContentCacheSettings.defaults(), UnseenSteps.create(), new OperationListener() {
				});
	}

	static Lease lease() {
		return new Lease(MINUTE.brief());
	}

	/** Finds a version under a name. */
	FileInode find(Place place, RegularFile version) {
		Inode inode = this.names.note(new Ticket(this.names.ticket(), null), place, version, lease());
		if (inode instanceof FileInode file) {
			return file;
		}
		throw new AssertionError("No file: " + inode);
	}

	/** Finds a version under a name and opens it. */
	FileInode open(Place place, RegularFile version, boolean write) {
		FileInode file = find(place, version);
		if (file.open() == null) {
			this.table.opened(file, version, Revision.of(this.spool, this.cache, Clock.systemUTC(), version));
		}
		if (!this.table.join(file, write)) {
			throw new AssertionError("Not open");
		}
		return file;
	}

	/** Creates a file without a row that a program has open. */
	FileInode create(Place place, boolean scratch) {
		FileInode file = local(place, scratch);
		if (!this.locals.add(file, place, true, this.limit.take())) {
			throw new AssertionError("The name is taken");
		}
		return file;
	}

	/** Creates a file without a row that nobody finds. */
	FileInode local(Place place, boolean scratch) {
		Revision content = Revision.local(this.spool, this.cache, Clock.systemUTC(), SpooledContent.empty(this.spool),
				null, null, null);
		return FileInode.local(identity(), place, content, scratch, Maker.current(place));
	}

	NodeKey identity() {
		return new NodeKey("new", Integer.toString(++this.local));
	}

	static void write(FileInode file, String text) {
		LocalChanges.write(file, 0, StandardCharsets.UTF_8.encode(text));
	}

	static String read(FileInode file) {
		ByteBuffer bytes = ByteBuffer.allocate(100);
		file.read(0, bytes);
		return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
	}

	@Override
	public void close() throws IOException {
		for (FileInode file : this.table.all()) {
			file.requireContent().discard(false);
		}
		this.cache.close();
		this.spool.close();
	}

}
