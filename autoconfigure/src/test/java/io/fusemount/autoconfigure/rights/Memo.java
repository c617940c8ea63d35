package io.fusemount.autoconfigure.rights;

import jakarta.persistence.Entity;

/** A file that customers write together. */
@Entity
public class Memo extends AuditedFile {

}
