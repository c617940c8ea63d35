package io.fusemount.core.failure;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.node.TextContent;
import io.fusemount.core.operation.Viewer;

/**
 * The most recent failures of a mount, oldest first.
 */
final class FailureLog {

	static final int MAX_ENTRIES = 1000;

	@GuardedBy("this")
	private final List<Failure> entries = new ArrayList<>();

	private final Instant created;

	/** The texts to read until something fails again. */
	@GuardedBy("this")
	private final Map<Viewer, FailureText> texts = new HashMap<>();

	@GuardedBy("this")
	private long written;

	FailureLog(Instant created) {
		this.created = created;
	}

	/**
	 * Adds a failure. An immediate repetition counts as one failure, as with a shell that
	 * closes each file twice.
	 */
	synchronized void add(Failure failure) {
		int last = this.entries.size() - 1;
		if (last >= 0 && failure.repeats(this.entries.get(last))) {
			this.entries.remove(last);
		}
		append(failure);
	}

	/** Adds a failure. An immediate repetition counts as another failure. */
	synchronized void append(Failure failure) {
		this.entries.add(failure);
		if (this.entries.size() > MAX_ENTRIES) {
			this.entries.remove(0);
		}
		changed();
	}

	/**
	 * Records that the bytes of the file's most recent failure are kept.
	 */
	synchronized void addBytes(Failure failure) {
		for (int i = this.entries.size() - 1; i >= 0; i--) {
			Failure entry = this.entries.get(i);
			if (entry.user() == failure.user() && entry.path().equals(failure.path())
					&& entry.errno() == failure.errno() && entry.bytes() == null && failure.bytes() != null) {
				this.entries.set(i, entry.withBytes(failure.bytes()));
				changed();
				return;
			}
		}
		add(failure);
	}

	/** Returns the most recent failures, newest first. */
	synchronized List<Failure> recent(int limit) {
		List<Failure> recent = new ArrayList<>();
		for (int i = this.entries.size() - 1; i >= 0 && recent.size() < limit; i--) {
			recent.add(this.entries.get(i));
		}
		return recent;
	}

	synchronized FailureText text(Viewer viewer) {
		return this.texts.computeIfAbsent(viewer, this::write);
	}

	@GuardedBy("this")
	private FailureText write(Viewer viewer) {
		StringBuilder lines = new StringBuilder();
		Instant modified = this.created;
		for (Failure entry : this.entries) {
			if (viewer.sees(entry.user())) {
				lines.append(entry.line());
				modified = entry.time();
			}
		}
		return new FailureText(++this.written, modified, TextContent.of(lines.toString()));
	}

	@GuardedBy("this")
	private void changed() {
		this.texts.clear();
	}

}
