package io.fusemount.autoconfigure.data.unheard;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import org.hibernate.annotations.Formula;
import org.jspecify.annotations.Nullable;

/**
 * A file whose size is what other rows make it.
 */
@Entity
class Summary {

	@Id
	@Nullable Long id;

	@FileName
	@Column(unique = true)
	String name = "";

	@FileContent
	byte[] content = {};

	@FileSize
	@Formula("(select max(octet_length(s.content)) from summary s)")
	long size;

}
