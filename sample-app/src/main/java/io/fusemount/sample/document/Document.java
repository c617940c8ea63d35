package io.fusemount.sample.document;

import io.fusemount.annotation.FileName;
import io.fusemount.sample.archive.ArchivedFile;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A document of any kind, with notes on it.
 */
@Entity
public class Document extends ArchivedFile {

	@FileName
	@NotBlank
	@Size(max = 255)
	@Pattern(regexp = "[^\\p{Cntrl}]*", message = "must not have control characters")
	@Column(nullable = false, unique = true)
	private String name = "";

	@Size(max = 2000)
	@Column(length = 2000)
	private @Nullable String notes;

	protected Document() {
	}

	public Document(String name, @Nullable String notes) {
		this.name = name;
		this.notes = notes;
	}

	@Override
	public String getName() {
		return this.name;
	}

}
