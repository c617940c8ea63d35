package io.fusemount.core.inode;

import io.fusemount.core.node.AttributeValues;
import io.fusemount.core.node.Ownership;
import io.fusemount.core.node.Place;
import io.fusemount.core.revision.Revision;
import io.fusemount.core.spool.SpoolLabel;

/**
 * The labels of the local content of files, by which a later process knows what it finds.
 */
final class FileLabels {

	private FileLabels() {
	}

	static SpoolLabel of(FileInode file, Place at, boolean scratch) {
		Revision open = file.open();
		return scratch
				? SpoolLabel.of(SpoolLabel.Kind.SCRATCH, at, file.key(), file.ownership(),
						(open != null) ? open.beside().attributes() : AttributeValues.NONE)
				: SpoolLabel.of(SpoolLabel.Kind.CONTENT, at, file.key(), Ownership.NONE);
	}

	/** Labels the content of a row, once at each place. */
	static void write(FileInode file) {
		Place at = file.place();
		if (at != null && file.isStored() && !at.equals(file.labelled)) {
			file.requireContent().label(of(file, at, false));
			file.labelled = at;
		}
	}

	static void rewrite(FileInode file) {
		Revision open = file.open();
		file.labelled = null;
		if (open == null) {
			return;
		}
		open.unlabel();
		if (file.writers > 0) {
			write(file);
		}
	}

}
