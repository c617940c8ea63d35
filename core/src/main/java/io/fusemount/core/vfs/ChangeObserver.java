package io.fusemount.core.vfs;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * Observes changes of a filesystem, from any source, on behalf of a party that caches its
 * answers beyond a request, such as the kernel. Called after the filesystem itself gives
 * the new answer, on the thread that made or received the change. Implementations must be
 * quick, and may be notified of changes they already know.
 */
public interface ChangeObserver {

	/**
	 * Called when a name stands for something else.
	 * @param node the node that it stands for now, {@code null} for none
	 */
	void named(Place place, @Nullable Node node);

	/**
	 * Called when a node has got another name, in the same directory or in another one.
	 * Its old name may already stand for another node.
	 * <p>
	 * The default does nothing: {@link #named} reports each of the two names.
	 */
	default void renamed(Place source, Place target, Node node) {
	}

	/**
	 * Called when a node was deleted that had this name. The name may already stand for
	 * another node.
	 * <p>
	 * The default does nothing: {@link #named} reports the name.
	 */
	default void left(Place place, NodeKey node) {
	}

	/**
	 * Called when the attributes or the content of a file have changed while its name
	 * stays.
	 */
	void updated(NodeKey file);

	/**
	 * Called when another party has changed a node: its attributes, its content or its
	 * name, which may be a name that stood for nothing before.
	 */
	void changed(NodeKey node);

	/**
	 * Called when a node was deleted, by the application for example.
	 * <p>
	 * The default treats it as a change.
	 */
	default void deleted(NodeKey node) {
		changed(node);
	}

	/**
	 * Called when the entries of a directory, and so its modification time, have changed.
	 */
	void touched(NodeKey directory);

	/**
	 * Called when names in a directory may stand for something else.
	 */
	void namesChanged(NodeKey directory);

	/**
	 * Called when names of files may stand for directories, beside which they are.
	 * <p>
	 * The default treats everything as changed.
	 */
	default void namesTaken() {
		allChanged();
	}

	/**
	 * Called when everything may have changed.
	 */
	void allChanged();

}
