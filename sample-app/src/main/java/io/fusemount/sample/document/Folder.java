package io.fusemount.sample.document;

import java.util.Objects;

import io.fusemount.sample.archive.Archived;
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
 * A folder with documents and other folders in it.
 */
@Entity
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "parent_id", "name" }))
public class Folder extends Archived {

	@NotBlank
	@Size(max = 255)
	@Pattern(regexp = "[^\\p{Cntrl}]*", message = "must not have control characters")
	@Column(nullable = false)
	private String name = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@JoinColumn(name = "parent_id")
	private @Nullable Folder parent;

	protected Folder() {
	}

	public Folder(String name, @Nullable Folder parent) {
		this.name = name;
		this.parent = parent;
	}

	@Override
	public String getName() {
		return this.name;
	}

	public void setName(String name) {
		this.name = name;
	}

	/**
	 * Returns the parent of the folder, {@code null} at the top.
	 */
	public @Nullable Folder getParent() {
		return this.parent;
	}

	/**
	 * Returns whether this is the given folder, which may be a proxy, or {@code null} for
	 * the top.
	 */
	public boolean is(@Nullable Folder other) {
		return other != null && Objects.equals(getId(), other.getId());
	}

	public void setParent(@Nullable Folder parent) {
		this.parent = parent;
	}

}
