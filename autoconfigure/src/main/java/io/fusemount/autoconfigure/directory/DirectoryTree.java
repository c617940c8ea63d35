package io.fusemount.autoconfigure.directory;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.name.Name;
import io.fusemount.core.node.Directory;
import io.fusemount.core.node.NodeKey;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.Quotas;
import io.fusemount.core.node.VirtualDirectory;

/**
 * The root directory of a mount, composed of the directories of all sources.
 */
public final class DirectoryTree {

	private static final String SERVICE = Name.SERVICE.value();

	private DirectoryTree() {
	}

	/**
	 * Returns the paths of all directories of a mount that are known at startup.
	 * @param mount the name of the mount
	 */
	public static Map<NodeKey, String> paths(String mount, Collection<DirectorySource> sources) {
		Map<NodeKey, String> paths = new LinkedHashMap<>();
		sources.forEach((source) -> source.forEach(mount, (path, directory) -> paths.put(directory.key(), path)));
		return paths;
	}

	/**
	 * Returns the quotas of the files of each directory that has some, by its path.
	 */
	public static Map<String, List<Quotas>> quotas(String mount, Collection<DirectorySource> sources) {
		Map<String, List<Quotas>> quotas = new LinkedHashMap<>();
		sources.forEach((source) -> source.forEach(mount, (path, directory) -> {
			List<Quotas> all = directory.origins().stream().map(Origin::quotas).filter(Objects::nonNull).toList();
			if (!all.isEmpty()) {
				quotas.put(path, all);
			}
		}));
		return quotas;
	}

	/**
	 * Builds the root.
	 * @param mount the name of the mount
	 * @throws DirectoryPathException if a path is invalid, or two directories have the
	 * same place
	 */
	public static Directory root(String mount, Collection<DirectorySource> sources) {
		Map<String, Directory> directories = new LinkedHashMap<>();
		sources.forEach((source) -> source.forEach(mount, (path, directory) -> {
			if (path.equals(SERVICE) || path.startsWith(SERVICE + "/")) {
				throw new DirectoryPathException("The directory '" + SERVICE + "' is reserved for the mount", null);
			}
			if (directories.putIfAbsent(path, directory) != null) {
				throw new DirectoryPathException("Two directories have the path '" + path + "'", null);
			}
		}));
		try {
			return VirtualDirectory.root(directories, Instant.now());
		}
		catch (IllegalArgumentException | ErrnoException ex) {
			throw new DirectoryPathException(String.valueOf(ex.getMessage()), ex);
		}
	}

}
