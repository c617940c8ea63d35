package io.fusemount.transport.jnr.callback;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * The version of a closed file that the kernel has received last, and the threads that
 * requested it. The answer to a thread has replaced the kernel's earlier knowledge and
 * every older answer that is still in transit. Guarded by {@link OpenNodes}.
 */
final class ToldVersion {

	private static final int MAX_THREADS = 64;

	private final Set<Integer> threads = new LinkedHashSet<>();

	private @Nullable Node node;

	/** A file is the same object in all its versions. */
	private @Nullable String version;

	private long size;

	/** Whether the kernel may know an earlier version. */
	private boolean changed;

	/**
	 * The threads that came to open another version and have not opened the file since.
	 */
	private final Set<Integer> refused = new LinkedHashSet<>();

	void tell(Node told, long toldSize, int thread) {
		if (!isSame(told, toldSize)) {
			this.changed = this.changed || this.node != null;
			this.threads.clear();
		}
		this.node = told;
		this.version = (told instanceof RegularFile file) ? file.contentVersion() : null;
		this.size = toldSize;
		if (this.threads.size() < MAX_THREADS) {
			this.threads.add(thread);
		}
	}

	private boolean isSame(Node other, long otherSize) {
		return this.size == otherSize && this.node instanceof RegularFile known && other instanceof RegularFile file
				&& known.isSameVersion(file) && Objects.equals(this.version, file.contentVersion());
	}

	/** Records that the answers are no longer valid. */
	void forget() {
		this.node = null;
		this.changed = true;
		this.threads.clear();
	}

	/** Whether the last answer was for this file with this size. */
	boolean isOf(Node file, long fileSize) {
		return this.node == file && this.size == fileSize;
	}

	/**
	 * Whether the kernel knows the size of this version, and no other, when a thread
	 * opens the file. Threads of other process namespaces have no numbers.
	 */
	boolean isSettledFor(int thread) {
		return !this.changed || thread != 0 && this.threads.contains(thread);
	}

	/**
	 * Returns whether the thread was refused already since it last opened the file: the
	 * kernel asks only once more, however many other threads are refused in the meantime.
	 */
	boolean refuse(int thread) {
		if (this.refused.contains(thread)) {
			return true;
		}
		if (this.refused.size() == MAX_THREADS) {
			this.refused.clear();
		}
		this.refused.add(thread);
		return false;
	}

	void opened(int thread) {
		this.refused.remove(thread);
	}

}
