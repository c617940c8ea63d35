package io.fusemount.core.inode;

import io.fusemount.core.node.Audiences;
import io.fusemount.core.node.Place;
import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * Who has made a file or a directory without a row. As long as there is none, no source
 * says who else may see it.
 *
 * @param user the user id
 * @param audience the audience of the user in the directory, {@code null} if all callers
 * see the same there, or if it is not known any more
 */
public record Maker(int user, @Nullable Object audience) {

	/**
	 * Returns the current caller, as the maker of something at a place. May block.
	 */
	public static Maker current(Place place) {
		return new Maker(Caller.currentUser(), Ticket.audience(place.directory()));
	}

	/** Returns a caller as the maker of something at a place, as far as that is known. */
	static Maker known(Place place, @Nullable Caller caller) {
		return Caller.as(caller, () -> new Maker(Caller.currentUser(), Ticket.known(place.directory())));
	}

	/**
	 * Whether the current caller sees what was made. May block.
	 */
	public boolean isSeenBy(Audiences audiences) {
		Caller caller = Caller.current();
		return caller == null || !caller.isKernel() && caller.uid() == this.user
				|| this.audience != null && this.audience.equals(audiences.current());
	}

}
