package io.fusemount.data.jpa.mapping;

import java.util.List;

import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.template.PathTemplate;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a repository whose entities have a name and no content.
 *
 * @param mount the name of their mount
 * @param template the path of the directory that contains them
 * @param segments the steps of that path
 * @param repositoryInterface the repository's interface
 * @param repository the repository
 * @param row the entity's properties
 * @param parent the association of a row with its parent directory, in a tree
 * @param unit the persistence unit that manages the entity
 * @param rights the rights of callers on the rows
 * @param writable whether directories can be created and renamed
 * @param deletable whether directories can be removed
 */
public record FolderMapping(String mount, PathTemplate template, List<DirectorySegment> segments,
		Class<?> repositoryInterface, EntityRepository repository, RowMapping row, @Nullable PropertyPath parent,
		PersistenceUnit unit, RowRights rights, boolean writable, boolean deletable) {

	public FolderMapping {
		segments = List.copyOf(segments);
	}

}
