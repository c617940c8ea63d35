package io.fusemount.autoconfigure.rights;

import jakarta.persistence.Entity;

/** A file that everybody reads and clerks write. */
@Entity
public class Notice extends OwnedFile {

}
