package io.fusemount.data.jpa.creation;

/**
 * Extension point: gives a new row what a file does not have, such as a mandatory
 * association, a content type or an owner. Beans of this type are called for each file
 * that is created in a directory of the entity or of a subclass, in their order, within
 * the transaction that stores the file and before the repository's {@code save}.
 * <p>
 * An exception refuses the file: programs get {@code EIO}, or the errno of an
 * {@link io.fusemount.core.errno.ErrnoException} or of the application's
 * {@link io.fusemount.core.errno.ErrnoTranslator}, and the message is in
 * {@code .fusemount/errors}.
 *
 * @param <E> the type of the entity
 */
@FunctionalInterface
public interface FileInitializer<E> {

	/**
	 * Completes an entity that is about to be saved for the first time. It has its name,
	 * size and times already, which are to stay, and its content, unless that follows in
	 * the same transaction because it has large holes.
	 * @param entity the new entity, not yet known to the persistence context
	 * @param file what is known of the file
	 */
	void initialize(E entity, NewFile file);

}
