package io.fusemount.data.jpa.loaded;

import jakarta.persistence.Entity;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Version;

/** A file that may have more to it, in another table. */
@Entity
@Inheritance(strategy = InheritanceType.JOINED)
public class Picture extends Stored {

	@Version
	int version;

}
