package io.fusemount.autoconfigure.mounted;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Blob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedDate;
import org.springframework.data.annotation.LastModifiedDate;

/**
 * The plainest entity that is a file.
 */
@Entity
@EntityListeners(Recorder.class)
class StoredFile implements Recorder.Recorded {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(unique = true, nullable = false, length = 300)
	@Nullable String name;

	@FileContent
	@Lob
	@Nullable Blob content;

	@FileSize
	long size;

	@Version
	int version;

	@CreatedDate
	@Nullable Instant created;

	@LastModifiedDate
	@Nullable Instant modified;

	/** Returns the content, inside of a transaction. */
	byte[] bytes() {
		Blob blob = Objects.requireNonNull(this.content);
		try (InputStream stream = blob.getBinaryStream()) {
			return stream.readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public @Nullable String recordedName() {
		return this.name;
	}

}
