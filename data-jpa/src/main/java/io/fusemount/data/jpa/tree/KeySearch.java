package io.fusemount.data.jpa.tree;

import java.util.Map;

import io.fusemount.core.name.Name;
import io.fusemount.core.node.NodeKey;
import org.jspecify.annotations.Nullable;

/**
 * Finds directories by their keys. The key of a directory that is not a row consists of
 * the point of the path, the key of the parent directory, and the text of its variable or
 * name.
 *
 * @param root the directory at which the path begins
 */
record KeySearch(TreeDirectory root) {

	/** Begins the space of keys without an entity: no entity's name begins like this. */
	private static final String PATH = "/";

	/** The key of no value: no text is encoded like this. */
	private static final String NOTHING = "%";

	/**
	 * Returns the key of a directory in a parent directory.
	 * @param text the text of its variable or name, {@code null} for no value
	 */
	static NodeKey derived(NodeKey parent, Shape shape, @Nullable String text) {
		return new NodeKey(PATH + shape.path(),
				encode(parent.space()) + "=" + encode(parent.id()) + PATH + ((text != null) ? encode(text) : NOTHING));
	}

	private static String encode(String text) {
		return text.replace("%", "%25").replace("/", "%2F").replace("=", "%3D");
	}

	private static String decode(String text) {
		return text.replace("%3D", "=").replace("%2F", "/").replace("%25", "%");
	}

	/** Returns the directory with a key, or {@code null} if there is none. */
	@Nullable TreeDirectory find(NodeKey wanted) {
		if (wanted.equals(this.root.key())) {
			return this.root;
		}
		if (!wanted.space().startsWith(PATH)) {
			return row(this.root, wanted);
		}
		if (wanted.space().equals(PATH)) {
			return fixed(this.root, wanted);
		}
		int separator = wanted.id().indexOf('=');
		int end = wanted.id().indexOf('/');
		if (separator < 0 || end < separator) {
			return null;
		}
		TreeDirectory parent = find(new NodeKey(decode(wanted.id().substring(0, separator)),
				decode(wanted.id().substring(separator + 1, end))));
		if (parent == null) {
			return null;
		}
		String text = wanted.id().substring(end + 1);
		return text.equals(NOTHING) ? parent.directories().nothing() : in(parent, wanted, decode(text));
	}

	private static @Nullable TreeDirectory in(TreeDirectory parent, NodeKey wanted, String text) {
		Level level = parent.shape().level();
		TreeDirectory found = (level != null && (PATH + level.below().path()).equals(wanted.space()))
				? level.find(parent, text)
				: parent.directories()
					.fixed()
					.filter((child) -> child.name().value().equals(text))
					.findFirst()
					.orElse(null);
		return (found != null && found.key().equals(wanted)) ? found : null;
	}

	/** Returns the directory of a row that its id alone identifies. */
	private static @Nullable TreeDirectory row(TreeDirectory directory, NodeKey wanted) {
		Level level = directory.shape().level();
		TreeDirectory found = (level instanceof RowsLevel rows && rows.isCalled(wanted.space()))
				? level.find(directory, wanted.id()) : null;
		return (found != null && found.key().equals(wanted)) ? found
				: directory.directories()
					.fixed()
					.map((child) -> row(child, wanted))
					.filter(KeySearch::isFound)
					.findFirst()
					.orElse(null);
	}

	private static boolean isFound(@Nullable TreeDirectory directory) {
		return directory != null;
	}

	private static @Nullable TreeDirectory fixed(TreeDirectory directory, NodeKey wanted) {
		for (Map.Entry<Name, Shape> entry : directory.shape().fixed().entrySet()) {
			TreeDirectory child = (TreeDirectory) directory.find(entry.getKey());
			TreeDirectory found = (child == null) ? null : child.key().equals(wanted) ? child
					: child.key().space().equals(PATH) ? fixed(child, wanted) : null;
			if (found != null) {
				return found;
			}
		}
		return null;
	}

}
