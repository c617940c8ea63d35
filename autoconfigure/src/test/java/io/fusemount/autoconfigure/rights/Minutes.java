package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A file that only clerks may read. */
@Entity
public class Minutes {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(unique = true, nullable = false)
	@Nullable String name;

	@FileContent
	byte @Nullable [] text;

	@FileSize
	long size;

	@Version
	int version;

}
