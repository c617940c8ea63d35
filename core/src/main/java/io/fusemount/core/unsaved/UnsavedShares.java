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
 * Selects the copies to remove when all {@link UnsavedCopies} together exceed their
 * limit: those of users above their share, which is the same for each user with copies.
 * The user with the newest copy comes first, then the user with the most bytes. Each user
 * loses the oldest copies and keeps the newest one, whatever its size. No user can
 * therefore push out copies that are within the share of another.
 */
final class UnsavedShares {

	private final Map<Integer, Share> shares = new HashMap<>();

	private final long maxBytes;

	private long bytes;

	/**
	 * Creates the shares.
	 * @param copies all copies, oldest first
	 */
	UnsavedShares(List<UnsavedCopy> copies, long maxBytes) {
		this.maxBytes = maxBytes;
		for (UnsavedCopy copy : copies) {
			this.shares.computeIfAbsent(copy.user(), (user) -> new Share()).add(copy);
			this.bytes += copy.bytes();
		}
	}

	/**
	 * Removes and returns the copies that exceed the limit.
	 * @param newcomer the user with the newest copy, or {@code null} if there is none
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

	/** The copies of one user. */
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
