package io.fusemount.core.failure;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The last failures of a mount, the newest last.
 */
final class FailureLog {

	static final int MAX_ENTRIES = 1000;

	private final List<Failure> entries = new ArrayList<>();

	private final Instant created;

	private long revision;

	private FailureText text;

	FailureLog(Instant created) {
		this.created = created;
		this.text = new FailureText(0, created, new byte[0]);
	}

	/** What fails again at once, as with a shell that closes each file twice, is one. */
	synchronized void add(Failure failure) {
		int last = this.entries.size() - 1;
		if (last >= 0 && failure.repeats(this.entries.get(last))) {
			this.entries.remove(last);
		}
		this.entries.add(failure);
		if (this.entries.size() > MAX_ENTRIES) {
			this.entries.remove(0);
		}
		this.revision++;
	}

	/**
	 * Takes note that the bytes of the failure that the file had last are kept.
	 */
	synchronized void addBytes(Failure failure) {
		for (int i = this.entries.size() - 1; i >= 0; i--) {
			Failure entry = this.entries.get(i);
			if (entry.path().equals(failure.path()) && entry.errno() == failure.errno() && entry.bytes() == null
					&& failure.bytes() != null) {
				this.entries.set(i, entry.withBytes(failure.bytes()));
				this.revision++;
				return;
			}
		}
		add(failure);
	}

	synchronized FailureText text() {
		if (this.text.revision() != this.revision) {
			StringBuilder lines = new StringBuilder();
			this.entries.forEach((entry) -> lines.append(entry.line()));
			Instant modified = this.entries.isEmpty() ? this.created : this.entries.get(this.entries.size() - 1).time();
			this.text = new FailureText(this.revision, modified, lines.toString().getBytes(StandardCharsets.UTF_8));
		}
		return this.text;
	}

}
