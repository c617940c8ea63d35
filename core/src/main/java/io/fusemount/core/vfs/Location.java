package io.fusemount.core.vfs;

import io.fusemount.core.file.Place;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;

/**
 * A place in a directory, taken or not.
 *
 * @param parent the directory
 * @param name the name in it
 */
public record Location(Directory parent, Name name) {

	Place place() {
		return new Place(this.parent, this.name);
	}

}
