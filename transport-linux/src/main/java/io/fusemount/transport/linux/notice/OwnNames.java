package io.fusemount.transport.linux.notice;

import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;

/**
 * The names that a request concerns; both are the same if there is only one.
 *
 * @param source the first name
 * @param target the second name
 */
public record OwnNames(Place source, Place target) {

	boolean has(Place place) {
		return place.equals(this.source) || place.equals(this.target);
	}

	boolean isIn(NodeKey directory) {
		return directory.equals(this.source.directory().key()) || directory.equals(this.target.directory().key());
	}

}
