package io.fusemount.autoconfigure.rights;

import jakarta.persistence.Entity;

/** A file of the user who has created it. */
@Entity
public class Paper extends AuditedFile {

	/** Whether only clerks change it. */
	boolean signed;

}
