package io.fusemount.sample.document;

import io.fusemount.annotation.FileName;
import io.fusemount.sample.archive.ArchivedFile;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A document of any kind, with notes on it, in a folder or at the top.
 */
@Entity
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "folder_id", "name" }))
public class Document extends ArchivedFile {

	@FileName
	@NotBlank
	@Size(max = 255)
	@Pattern(regexp = "[^\\p{Cntrl}]*", message = "must not have control characters")
	@Column(nullable = false)
	private String name = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@JoinColumn(name = "folder_id")
	private @Nullable Folder folder;

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

	/**
	 * Returns the folder of the document, {@code null} at the top.
	 */
	public @Nullable Folder getFolder() {
		return this.folder;
	}

	public void setFolder(@Nullable Folder folder) {
		this.folder = folder;
	}

}
