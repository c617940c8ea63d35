package io.fusemount.conformance.memory;

import java.time.Instant;

import io.fusemount.core.name.Name;

/**
 * A file as a database would keep it.
 *
 * @param id what never changes
 * @param name the unique name
 * @param version goes up with every change
 * @param content the bytes, never changed in place
 * @param created birth time
 * @param modified time of the last change of content
 */
record Row(long id, Name name, long version, byte[] content, Instant created, Instant modified) {

	Row withName(Name name) {
		return new Row(this.id, name, this.version + 1, this.content, this.created, this.modified);
	}

	Row withContent(byte[] content, Instant modified) {
		return new Row(this.id, this.name, this.version + 1, content, this.created, modified);
	}

}
