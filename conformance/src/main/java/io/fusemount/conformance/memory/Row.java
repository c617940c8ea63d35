package io.fusemount.conformance.memory;

import java.time.Instant;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.Ownership;

/**
 * A file or a directory, as a database would keep it.
 *
 * @param id the identity, which never changes
 * @param parent the id of the directory that contains it, 0 for the outermost
 * @param name the name, unique in that directory
 * @param directory whether it is a directory
 * @param fixed whether it is removed together with the directory that contains it
 * @param version increases with every change
 * @param content the bytes, never changed in place
 * @param noted the length that is recorded beside them, which may be wrong
 * @param created birth time
 * @param modified time of the last change of content
 * @param ownership owner, group and mode, as far as they are kept
 */
record Row(long id, long parent, Name name, boolean directory, boolean fixed, long version, byte[] content, long noted,
		Instant created, Instant modified, Ownership ownership) {

	Row withName(long parent, Name name) {
		return new Row(this.id, parent, name, this.directory, this.fixed, this.version + 1, this.content, this.noted,
				this.created, this.modified, this.ownership);
	}

	Row withContent(byte[] content, Instant modified) {
		return new Row(this.id, this.parent, this.name, this.directory, this.fixed, this.version + 1, content,
				content.length, this.created, modified, this.ownership);
	}

	/** Another content of the same version, which no change makes. */
	Row withOther(byte[] content) {
		return new Row(this.id, this.parent, this.name, this.directory, this.fixed, this.version, content,
				content.length, this.created, this.modified, this.ownership);
	}

	/** As a part of another change. */
	Row with(Ownership changes) {
		return new Row(this.id, this.parent, this.name, this.directory, this.fixed, this.version, this.content,
				this.noted, this.created, this.modified, this.ownership.with(changes));
	}

	/** Records a length, as by a statement that creates no new version. */
	Row withNoted(long length) {
		return new Row(this.id, this.parent, this.name, this.directory, this.fixed, this.version, this.content, length,
				this.created, this.modified, this.ownership);
	}

}
