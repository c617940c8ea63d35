package io.fusemount.core.unsaved;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.fusemount.core.supervision.UnsavedCopy;
import org.jspecify.annotations.Nullable;

/**
 * Who gives way when all {@link UnsavedCopies} together are over their limit: whoever has
 * more than his share of it, which is the same for each user who has any. The user with
 * the newest copy comes first, then the one who has most; each gives up his oldest, and
 * keeps his newest whatever its size. So nobody drives out what others have within their
 * shares.
 */
final class UnsavedShares {

	private final Map<Integer, Share> shares = new HashMap<>();

	private final long maxBytes;

	private long bytes;

	/**
	 * Creates the shares.
	 * @param copies all copies, the oldest first
	 */
	UnsavedShares(List<UnsavedCopy> copies, long maxBytes) {
		this.maxBytes = maxBytes;
		for (UnsavedCopy copy : copies) {
			this.shares.computeIfAbsent(copy.user(), (user) -> new Share()).add(copy);
			this.bytes += copy.bytes();
		}
	}

	/**
	 * Returns what has to go, and forgets it.
	 * @param newcomer who has the newest copy, or {@code null} if there is none
	 */
	List<UnsavedCopy> takeExcess(@Nullable Integer newcomer) {
		List<UnsavedCopy> excess = new ArrayList<>();
		Share first = this.shares.get(newcomer);
		Share next = next(first);
		while (this.bytes > this.maxBytes && next != null) {
			UnsavedCopy copy = next.takeOldest();
			this.bytes -= copy.bytes();
			excess.add(copy);
			next = next(first);
		}
		return excess;
	}

	private @Nullable Share next(@Nullable Share first) {
		if (first != null && givesWay(first)) {
			return first;
		}
		return this.shares.values()
			.stream()
			.filter(this::givesWay)
			.max(Comparator.comparingLong((share) -> share.bytes))
			.orElse(null);
	}

	private boolean givesWay(Share share) {
		return share.copies.size() > 1 && share.bytes > this.maxBytes / this.shares.size();
	}

	/** What one user has. */
	private static final class Share {

		private final Deque<UnsavedCopy> copies = new ArrayDeque<>();

		private long bytes;

		void add(UnsavedCopy copy) {
			this.copies.add(copy);
			this.bytes += copy.bytes();
		}

		UnsavedCopy takeOldest() {
			UnsavedCopy oldest = this.copies.remove();
			this.bytes -= oldest.bytes();
			return oldest;
		}

	}

}
