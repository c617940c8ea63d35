package io.fusemount.core.node;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * A directory in memory with fixed entries, such as the root and the directories between
 * it and those of repositories.
 */
public final class VirtualDirectory implements LiveDirectory {

	private static final String SPACE = "virtual";

	private final NodeKey key;

	private final Attributes attributes;

	private final Map<Name, Node> children = new LinkedHashMap<>();

	private VirtualDirectory(String path, Instant created) {
		this.key = new NodeKey(SPACE, path);
		this.attributes = Attributes.directory(created, false);
	}

	/**
	 * Builds the root of a filesystem.
	 * @param directories the directories by their paths below the root, with {@code /}
	 * between names
	 * @param created the times that virtual directories show
	 * @throws IllegalArgumentException if a path is inside of another one
	 */
	public static VirtualDirectory root(Map<String, Directory> directories, Instant created) {
		VirtualDirectory root = new VirtualDirectory("/", created);
		directories.forEach((path, directory) -> root.add(path, directory, created));
		return root;
	}

	private void add(String path, Directory directory, Instant created) {
		String[] names = path.split("/");
		VirtualDirectory parent = this;
		for (int i = 0; i < names.length - 1; i++) {
			String parentPath = String.join("/", List.of(names).subList(0, i + 1));
			Node child = parent.children.computeIfAbsent(new Name(names[i]),
					(name) -> new VirtualDirectory("/" + parentPath, created));
			if (!(child instanceof VirtualDirectory virtual)) {
				throw new IllegalArgumentException("The directory '" + path + "' is inside of '" + parentPath + "'");
			}
			parent = virtual;
		}
		if (parent.children.putIfAbsent(new Name(names[names.length - 1]), directory) != null) {
			throw new IllegalArgumentException("Two directories have the path '" + path + "'");
		}
	}

	@Override
	public NodeKey key() {
		return this.key;
	}

	@Override
	public Attributes attributes() {
		return this.attributes;
	}

	@Override
	public String refusesDirectories() {
		return "those that are here come from the paths of repositories";
	}

	@Override
	public @Nullable Node find(Name name) {
		return this.children.get(name);
	}

	@Override
	public DirectoryPage list(@Nullable String position) {
		List<DirectoryEntry> entries = new ArrayList<>();
		this.children.forEach((name, node) -> entries.add(new DirectoryEntry(name, node)));
		return new DirectoryPage(entries, null);
	}

	@Override
	public List<Origin> origins() {
		return this.children.entrySet()
			.stream()
			.flatMap((child) -> (child.getValue() instanceof Directory directory)
					? directory.origins().stream().map((origin) -> origin.below(child.getKey())) : Stream.empty())
			.toList();
	}

	/**
	 * Returns the number of directories in this one.
	 */
	public int subdirectories() {
		return (int) this.children.values().stream().filter(Directory.class::isInstance).count();
	}

}
