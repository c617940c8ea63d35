package io.fusemount.sample.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

import org.hibernate.Hibernate;

import org.springframework.core.io.InputStreamSource;
import org.springframework.data.jpa.repository.JpaRepository;

/**
 * A file on its way into the archive.
 *
 * @param name the name under which it will be archived
 * @param size the size in bytes
 * @param content the content, which is read once
 */
public record IncomingFile(String name, long size, InputStreamSource content) {

	/**
	 * Stores the file as a new row and returns the id. The content is streamed into the
	 * database, however large it is. Requires a transaction.
	 */
	public <T extends ArchivedFile> Long storeAs(T file, JpaRepository<T, Long> repository) {
		try (InputStream stream = this.content.getInputStream()) {
			file.setContent(Hibernate.getLobHelper().createBlob(stream, this.size), this.size);
			return Objects.requireNonNull(repository.saveAndFlush(file).getId());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The upload of '" + this.name + "' cannot be read", ex);
		}
	}

}
