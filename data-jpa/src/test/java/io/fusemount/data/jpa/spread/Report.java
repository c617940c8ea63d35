package io.fusemount.data.jpa.spread;

import java.time.Instant;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Version;
import org.hibernate.annotations.UpdateTimestamp;

/** Content in a table of its own, whose names need quotes. */
@Entity
@SecondaryTable(name = "`Report Content`")
public class Report {

	@Id
	@GeneratedValue
	Long id;

	@FileName
	@Column(unique = true)
	String title;

	@FileContent
	@Column(name = "`All`", table = "`Report Content`")
	byte[] content;

	@FileSize
	long bytes;

	@Version
	int version;

	@UpdateTimestamp
	Instant changed;

}
