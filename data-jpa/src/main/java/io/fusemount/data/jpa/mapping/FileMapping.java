package io.fusemount.data.jpa.mapping;

/**
 * A directory made of a repository: what it is called, what its files are made of, and
 * what can be done with them.
 *
 * @param mount name of the mount that it is in
 * @param path path of the directory relative to the mount point
 * @param repositoryInterface the repository's interface
 * @param repository the repository
 * @param entity the entity's properties
 * @param unit the persistence unit that manages the entity
 * @param writable whether files can be created and changed
 * @param deletable whether files can be deleted
 */
public record FileMapping(String mount, String path, Class<?> repositoryInterface, EntityRepository repository,
		EntityMapping entity, PersistenceUnit unit, boolean writable, boolean deletable) {

}
