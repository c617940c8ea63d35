package io.fusemount.transport.linux.node;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.Place;
import io.fusemount.core.vfs.Coherence;
import org.jspecify.annotations.Nullable;

/**
 * How long the kernel may keep what it has looked up. It shows that to every user who may
 * enter the mount.
 */
public final class Validity {

	/** One tick of the kernel's clock, to which it rounds up, in nanoseconds. */
	static final long MOMENT = 1;

	private final Coherence coherence;

	private final boolean shared;

	/**
	 * Creates it.
	 * @param shared whether more than one user may enter the mount
	 */
	public Validity(Coherence coherence, boolean shared) {
		this.coherence = coherence;
		this.shared = shared;
	}

	/**
	 * Returns how long it is valid that a name stands for a node, or for none.
	 * @return nanoseconds, 0 if it is not valid at all
	 */
	public long ofName(Place place, @Nullable Node found) {
		return (this.shared && !this.coherence.isNameForAll(place)) ? 0 : this.coherence.validNanos(place, found);
	}

	/**
	 * Returns how long the attributes of a node are valid. The kernel looks a name that
	 * is not valid up before it uses them, so that they may last until that is done if
	 * they are those of all callers.
	 * @return nanoseconds, 0 if they are not valid at all
	 */
	long ofAttributes(Place place, Node found) {
		if (this.shared && !this.coherence.areAttributesForAll(found)) {
			return 0;
		}
		long valid = this.coherence.validNanos(place, found);
		return (this.shared && !this.coherence.isNameForAll(place)) ? Math.min(MOMENT, valid) : valid;
	}

	/** Returns how long the attributes of the root are valid, in nanoseconds. */
	long ofRoot(Node root) {
		return (this.shared && !this.coherence.areAttributesForAll(root)) ? 0 : this.coherence.rootValidNanos();
	}

}
