package io.fusemount.autoconfigure.endpoint;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.tree.VirtualDirectory;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoint tells of a directory that a repository or bean provides.
 *
 * @param path its path below the mount point
 * @param writable whether its entries can change
 * @param creatable whether files can be created
 * @param content how the content of its files is stored and read, if there is something
 * to say
 */
public record DirectoryDescriptor(String path, boolean writable, boolean creatable, @Nullable String content) {

	/**
	 * Returns the directories of a filesystem, without asking them for their content.
	 */
	static List<DirectoryDescriptor> of(VirtualFileSystem fileSystem) {
		List<DirectoryDescriptor> directories = new ArrayList<>();
		if (fileSystem.resolve("/") instanceof VirtualDirectory root) {
			collect("", root, directories);
		}
		return directories;
	}

	private static void collect(String prefix, VirtualDirectory parent, List<DirectoryDescriptor> target) {
		for (DirectoryEntry entry : parent.list(null).entries()) {
			String path = prefix + entry.name();
			if (entry.node() instanceof VirtualDirectory virtual) {
				collect(path + "/", virtual, target);
			}
			else if (entry.node() instanceof Directory directory) {
				target.add(new DirectoryDescriptor(path, directory.attributes().writable(),
						directory.canCreate() && directory.refusesNewFiles() == null, directory.describeContent()));
			}
		}
	}

}
