package io.fusemount.data.jpa.spread;

import java.sql.Blob;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Entity;
import jakarta.persistence.Lob;

/** A paper whose content is looked at before it is stored. */
@Entity
public class Contract extends Paper {

	@FileContent
	@Lob
	@Harmless
	Blob scan;

	@FileSize
	long bytes;

}
