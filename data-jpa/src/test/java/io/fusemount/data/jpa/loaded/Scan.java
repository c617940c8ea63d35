package io.fusemount.data.jpa.loaded;

import jakarta.persistence.Entity;

/** A picture of a page. */
@Entity
public class Scan extends Picture {

	int resolution;

}
