package io.fusemount.data.jpa.parcel;

import io.fusemount.annotation.FileAttribute;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A directory with attributes. */
@Entity
public class Crate {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false)
	String name = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Crate parent;

	@Version
	int version;

	@FileAttribute(writable = true)
	@Nullable String destination;

	@FileAttribute
	@Nullable Integer floor;

}
