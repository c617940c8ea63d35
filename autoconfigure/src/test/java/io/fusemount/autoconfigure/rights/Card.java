package io.fusemount.autoconfigure.rights;

import jakarta.persistence.Entity;

/** A file of which its repository says who sees it. */
@Entity
public class Card extends OwnedFile {

}
