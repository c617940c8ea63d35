package io.fusemount.sample.archive;

import java.sql.Blob;
import java.util.Map;

import io.fusemount.annotation.FileAttributes;
import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Basic;
import jakarta.persistence.Column;
import jakarta.persistence.FetchType;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * The additional properties of every file of the archive: its content, and what programs
 * attach to it.
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

	/** What programs attach to it, by name. */
	@FileAttributes
	@JdbcTypeCode(SqlTypes.JSON)
	private @Nullable Map<String, String> attributes;

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
