package io.fusemount.data.jpa.spread;

import io.fusemount.annotation.FileName;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.Version;

/** What all papers have, in a table of its own. There are no times. */
@Entity
@Inheritance(strategy = InheritanceType.JOINED)
public abstract class Paper {

	@Id
	@GeneratedValue
	Long id;

	@FileName
	@Column(unique = true)
	String title;

	@Version
	int version;

}
