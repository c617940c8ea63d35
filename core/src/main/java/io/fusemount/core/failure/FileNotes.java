package io.fusemount.core.failure;

import java.util.LinkedHashMap;
import java.util.Map;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * The current failure of each of the files that failed most recently.
 */
final class FileNotes {

	private static final int MAX_NOTES = 1000;

	@GuardedBy("this")
	private final Map<NodeKey, Note> notes = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<NodeKey, Note> eldest) {
			return size() > MAX_NOTES;
		}

	};

	synchronized void put(NodeKey node, Note note) {
		this.notes.put(node, note);
	}

	synchronized void remove(NodeKey node) {
		this.notes.remove(node);
	}

	/** Removes the failure of a missing file that its directory has recorded. */
	synchronized void remove(NodeKey directory, Name name) {
		Note note = this.notes.get(directory);
		if (note != null && name.equals(note.name())) {
			this.notes.remove(directory);
		}
	}

	synchronized @Nullable Note get(NodeKey node) {
		return this.notes.get(node);
	}

	/**
	 * A failure.
	 *
	 * @param name the file that the directory keeps the failure for, {@code null} for the
	 * node itself
	 * @param text the failure in words
	 */
	record Note(@Nullable Name name, String text) {

	}

}
