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
 * @param name under which it is to be archived
 * @param size in bytes
 * @param content that is read once
 */
public record IncomingFile(String name, long size, InputStreamSource content) {

	/**
	 * Stores it as a new row and returns the id of that. The content streams into the
	 * database, however large it is. Needs a transaction.
	 */
	public <T extends ArchivedFile> Long storeAs(T file, JpaRepository<T, Long> repository) {
		try (InputStream stream = this.content.getInputStream()) {
			file.setContent(Hibernate.getLobHelper().createBlob(stream, this.size), this.size);
			return Objects.requireNonNull(repository.saveAndFlush(file).getId());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The upload of '" + this.name + "' can not be read", ex);
		}
	}

}
