package io.fusemount.data.jpa.creation;

/**
 * Extension point: sets the values that a new row needs and a file does not have, such as
 * a mandatory association, a content type or an owner. Beans of this type are called in
 * their order for each file that is created in a directory of the entity or of a
 * subclass, within the transaction that stores the file and before the repository's
 * {@code save}.
 * <p>
 * An exception refuses the file: programs get {@code EIO}, or the errno of an
 * {@link io.fusemount.core.errno.ErrnoException} or of the application's
 * {@link io.fusemount.core.errno.ErrnoTranslator}, and the message appears in
 * {@code .fusemount/errors}.
 *
 * @param <E> the type of the entity
 */
@FunctionalInterface
public interface FileInitializer<E> {

	/**
	 * Completes an entity that is about to be saved for the first time. Its name, size
	 * and times are already set and must stay. Its content is set as well, unless the
	 * content follows in the same transaction because it has large holes.
	 * @param entity the new entity, not yet known to the persistence context
	 * @param file the file that is being created
	 */
	void initialize(E entity, NewFile file);

}
