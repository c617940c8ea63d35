package io.fusemount.data.jpa.spread;

import java.sql.Blob;

import io.fusemount.annotation.FileName;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;

/** A row that does not say when it changes. */
@Entity
public class Plan {

	@Id
	@GeneratedValue
	Long id;

	@FileName
	@Column(unique = true)
	String title;

	@Lob
	Blob content;

	long size;

}
