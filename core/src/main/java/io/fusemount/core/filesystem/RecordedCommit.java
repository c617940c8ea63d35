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
 * What a process that has crashed was about to commit about an open file, and perhaps
 * has.
 *
 * @param place where its row is, {@code null} if the directory is gone
 * @param key the key of its row, or its own if it had none
 * @param versionText its version, {@code null} if the row was to be deleted or to get the
 * content of another file
 */
record RecordedCommit(@Nullable Place place, NodeKey key, @Nullable String versionText) {

	/** Reads what a {@code RevisionJournal} has written. */
	static RecordedCommit read(NoteReader notes, Function<NodeKey, @Nullable Directory> directories) {
		return new RecordedCommit(notes.place(directories), Objects.requireNonNull(notes.key()), notes.text());
	}

	/** Whether the file was to lose its row. */
	boolean isEnd() {
		return this.versionText == null;
	}

	/** Whether the file is at the version that would be committed. */
	boolean isOf(RegularFile stored) {
		return stored.key().equals(this.key) && stored.versionText().equals(this.versionText);
	}

}
