package io.fusemount.data.jpa.archive;

import java.time.LocalDateTime;

import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import org.hibernate.annotations.UpdateTimestamp;

/** What entities inherit here. */
@MappedSuperclass
public abstract class Stored {

	@Version
	Long version;

	@UpdateTimestamp
	LocalDateTime changed;

	long contentLength;

}
