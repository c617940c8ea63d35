package io.fusemount.core.filesystem;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.fusemount.core.cache.ContentCache;
import io.fusemount.core.save.Commits;
import io.fusemount.core.save.DetourTimer;
import io.fusemount.core.save.Detours;
import io.fusemount.core.spool.Spool;
import org.jspecify.annotations.Nullable;

/**
 * The end of a filesystem: what programs have open is stored or kept, or left to the next
 * process.
 */
final class Ending {

	private final HandleTable handles;

	private final Handles openings;

	private final Commits commits;

	private final DetourTimer timer;

	private final Detours detours;

	private final Spool spool;

	private final ContentCache contents;

	Ending(HandleTable handles, Handles openings, Commits commits, DetourTimer timer, Detours detours, Spool spool,
			ContentCache contents) {
		this.handles = handles;
		this.openings = openings;
		this.commits = commits;
		this.timer = timer;
		this.detours = detours;
		this.spool = spool;
		this.contents = contents;
	}

	/** Takes no more handles, and stores what there is to store. */
	void drain() {
		this.handles.complete();
		try {
			this.commits.commitAll();
		}
		finally {
			this.timer.endAll(this.detours);
		}
	}

	/**
	 * Ends the handles of programs that are gone. What cannot be stored is kept and
	 * reported.
	 */
	void releaseAll() {
		this.handles.removeAll(DirectoryHandle.class).forEach(DirectoryHandle::close);
		this.openings.releaseAll();
	}

	/** Ends all handles, after their changes have been stored or kept. */
	void close() {
		this.handles.complete();
		this.timer.stop();
		RuntimeException failure = this.openings.releaseAll();
		closeParts(() -> {
			this.timer.close();
			// Others may have unmounted it, and nothing was drained then.
			this.timer.endAll(this.detours);
		});
		if (failure != null) {
			throw failure;
		}
	}

	/** Ends what this process would do later. */
	void pause() {
		this.timer.close();
	}

	/** Forgets all handles, which the next process has. */
	void leave() {
		this.handles.leave();
		closeParts(() -> {
		});
	}

	private void closeParts(Runnable before) {
		try (this.spool; this.contents) {
			before.run();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
