package io.fusemount.autoconfigure.rights;

import jakarta.persistence.Entity;

/** A file of which a bean says who sees it. */
@Entity
public class Bulletin extends OwnedFile {

}
