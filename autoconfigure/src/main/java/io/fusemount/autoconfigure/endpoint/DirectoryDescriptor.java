package io.fusemount.autoconfigure.endpoint;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.core.node.Directory;
import io.fusemount.core.node.DirectoryEntry;
import io.fusemount.core.node.Origin;
import io.fusemount.core.node.VirtualDirectory;
import io.fusemount.core.vfs.VirtualFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a mount that a repository or bean provides.
 *
 * @param path the path below the mount point, with variables as declared
 * @param repository the class of the repository, or of the directory bean
 * @param entity the entity class of its rows, if any
 * @param writable whether its entries can change
 * @param creatable whether files can be created
 * @param notCreatable why no file can be created although entries can change
 * @param content how the content of its files is stored and read, if there is something
 * to say
 * @param warnings settings that may be mistakes
 */
public record DirectoryDescriptor(String path, String repository, @Nullable String entity, boolean writable,
		boolean creatable, @Nullable String notCreatable, @Nullable String content, List<String> warnings) {

	/**
	 * Returns the directories of a filesystem without reading their entries.
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
				add(path, directory, target);
			}
		}
	}

	private static void add(String path, Directory directory, List<DirectoryDescriptor> target) {
		List<Origin> origins = directory.origins();
		origins
			.forEach((origin) -> target.add(of(origin.path().isEmpty() ? path : path + "/" + origin.path(), origin)));
		if (origins.isEmpty()) {
			target.add(of(path, directory));
		}
	}

	private static DirectoryDescriptor of(String path, Origin origin) {
		return new DirectoryDescriptor(path, origin.repository(), origin.entity(), origin.writable(),
				origin.writable() && origin.refusal() == null, origin.writable() ? origin.refusal() : null,
				origin.content(), origin.warnings());
	}

	private static DirectoryDescriptor of(String path, Directory directory) {
		String refusal = directory.refusesNewFiles();
		return new DirectoryDescriptor(path, directory.getClass().getName(), null, directory.attributes().writable(),
				directory.canCreate() && refusal == null, directory.canCreate() ? refusal : null,
				directory.describeContent(), List.of());
	}

}
