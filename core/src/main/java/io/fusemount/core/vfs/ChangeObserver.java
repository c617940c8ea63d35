package io.fusemount.core.vfs;

import io.fusemount.core.node.Node;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Place;
import org.jspecify.annotations.Nullable;

/**
 * Hears of what a filesystem has learnt to be different, whoever has changed it: for who
 * remembers something of it beyond a request, as a kernel does. It is told on the thread
 * that has made the change or heard of it, after the filesystem itself answers right, and
 * must be quick; it may be told of what it knows already.
 */
public interface ChangeObserver {

	/**
	 * A name stands for something else now.
	 * @param node what it stands for, {@code null} for nothing
	 */
	void named(Place place, @Nullable Node node);

	/**
	 * A file that keeps its name has other attributes, or other content.
	 */
	void updated(NodeKey file);

	/**
	 * Others have changed a node: its attributes, its content, or its name, which may be
	 * one that stood for nothing before.
	 */
	void changed(NodeKey node);

	/**
	 * What is in a directory has changed, and when that was.
	 */
	void touched(NodeKey directory);

	/**
	 * Names in a directory may stand for something else.
	 */
	void namesChanged(NodeKey directory);

	/**
	 * Everything may have changed.
	 */
	void allChanged();

}
