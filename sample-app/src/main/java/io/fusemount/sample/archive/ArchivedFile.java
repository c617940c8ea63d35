package io.fusemount.sample.archive;

import java.sql.Blob;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Basic;
import jakarta.persistence.Column;
import jakarta.persistence.FetchType;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import org.jspecify.annotations.Nullable;

/**
 * The additional property of every file of the archive: its content.
 */
@MappedSuperclass
public abstract class ArchivedFile extends Archived {

	@FileContent
	@Lob
	@Basic(fetch = FetchType.LAZY)
	private @Nullable Blob content;

	@FileSize
	@Column(nullable = false)
	private long size;

	public @Nullable Blob getContent() {
		return this.content;
	}

	public long getSize() {
		return this.size;
	}

	/**
	 * Replaces the content.
	 * @param content the new content
	 * @param size its length in bytes
	 */
	public void setContent(Blob content, long size) {
		this.content = content;
		this.size = size;
	}

}
