package io.fusemount.autoconfigure.rights;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A file in a drawer. */
@Entity
@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "drawer_id", "name" }))
public class Slip {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@FileName
	@Column(nullable = false)
	@Nullable String name;

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Drawer drawer;

	@FileContent
	byte @Nullable [] text;

	@FileSize
	long size;

	@Version
	int version;

}
