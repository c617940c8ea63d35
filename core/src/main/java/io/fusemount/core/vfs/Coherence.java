package io.fusemount.core.vfs;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel may keep of a filesystem without asking again: which nodes names stand
 * for, attributes, and the bytes in its pages. An {@linkplain #observe observer} is
 * notified when any of it ends early.
 * <p>
 * By default, nothing may be kept, for a filesystem that changes only through its own
 * operations.
 */
public interface Coherence {

	/** Nothing may be kept. */
	Coherence NONE = new Coherence() {
	};

	/**
	 * Returns how long a lookup stays valid: that the name stands for the node, and the
	 * attributes of the node. Never blocks.
	 * @param found the result of a lookup or a listing, {@code null} for none
	 * @return nanoseconds; 0 if the lookup is not valid at all, for example because it is
	 * known to be outdated
	 */
	default long validNanos(Place place, @Nullable Node found) {
		return 0;
	}

	/**
	 * Whether the name stands for the same to all callers. Otherwise a lookup is valid
	 * for callers of one {@link io.fusemount.core.node.Audiences audience} only. Never
	 * blocks.
	 * <p>
	 * The default implementation returns {@code true}.
	 */
	default boolean isNameForAll(Place place) {
		return true;
	}

	/**
	 * Whether the attributes of a node are the same to all callers. Never blocks.
	 * <p>
	 * The default implementation returns {@code true}.
	 */
	default boolean areAttributesForAll(Node found) {
		return true;
	}

	/**
	 * Returns how long the attributes of the root stay valid. Never blocks.
	 * @return nanoseconds, 0 if they are not valid at all
	 */
	default long rootValidNanos() {
		return 0;
	}

	/**
	 * Returns a text that identifies the bytes of an open file if all of them are stored.
	 * No other bytes have the same text, not even those of another file. Returns
	 * {@code null} if no such identification is known. Never blocks.
	 */
	default @Nullable String contentVersion(Node open) {
		return null;
	}

	/**
	 * Parts an open file from its name, for a kernel that has another number for the name
	 * from now on: a lookup finds another file, and the handles go on with the version
	 * that they have. Never blocks.
	 */
	default void part(Node open) {
	}

	/**
	 * Fetches what the handles of a file may still read, as far as it can be had, before
	 * the file is {@linkplain #part parted} from its name.
	 */
	default void secure(Node open) {
	}

	/**
	 * Registers an observer of every change from now on.
	 * @return an action that removes the observer
	 */
	default Runnable observe(ChangeObserver observer) {
		return () -> {
		};
	}

}
