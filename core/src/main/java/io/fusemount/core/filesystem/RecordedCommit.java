package io.fusemount.core.filesystem;

import java.util.Objects;
import java.util.function.Function;

import io.fusemount.core.handover.NoteReader;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import io.fusemount.core.node.RegularFile;
import org.jspecify.annotations.Nullable;

/**
 * What a process that has crashed was about to commit of an open file, and perhaps has.
 *
 * @param place where the file is stored then, {@code null} if its directory is gone
 * @param key the key of its row
 * @param versionText its version
 */
record RecordedCommit(@Nullable Place place, NodeKey key, String versionText) {

	/** Reads what a {@code RevisionJournal} has written. */
	static RecordedCommit read(NoteReader notes, Function<NodeKey, @Nullable Directory> directories) {
		return new RecordedCommit(notes.place(directories), Objects.requireNonNull(notes.key()), notes.requireText());
	}

	/** Whether the file is at the version that would be committed. */
	boolean isOf(RegularFile stored) {
		return stored.key().equals(this.key) && stored.versionText().equals(this.versionText);
	}

}
