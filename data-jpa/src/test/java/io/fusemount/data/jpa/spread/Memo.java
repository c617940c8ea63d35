package io.fusemount.data.jpa.spread;

import jakarta.persistence.Entity;

/** Another paper, so that a paper may be in either of two tables. */
@Entity
public class Memo extends Contract {

	String subject;

}
