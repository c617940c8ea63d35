package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.template.PathTemplate;
import org.jspecify.annotations.Nullable;

/**
 * The files of a repository: their directories, their properties, and the permitted
 * operations.
 *
 * @param mount the name of their mount
 * @param template the path of their directories relative to the mount point
 * @param segments the steps of that path
 * @param repositoryInterface the repository's interface
 * @param repository the repository
 * @param entity the entity's properties
 * @param unit the persistence unit that manages the entity
 * @param rights the rights of callers on the rows
 * @param quota how much the rows may take, {@code null} for any amount
 * @param writable whether files can be created and changed
 * @param deletable whether files can be deleted
 */
public record FileMapping(String mount, PathTemplate template, List<DirectorySegment> segments,
		Class<?> repositoryInterface, EntityRepository repository, EntityMapping entity, PersistenceUnit unit,
		RowRights rights, @Nullable QuotaMapping quota, boolean writable, boolean deletable) {

	public FileMapping {
		segments = List.copyOf(segments);
	}

	/**
	 * Returns the path of their directories, as declared.
	 */
	public String path() {
		return this.template.toString();
	}

	/**
	 * Returns the properties that the directory of a file determines.
	 */
	public Stream<PropertyPath> told() {
		return this.segments.stream()
			.map((segment) -> (segment instanceof DirectorySegment.Variable variable) ? variable.path() : null)
			.filter(Objects::nonNull);
	}

}
