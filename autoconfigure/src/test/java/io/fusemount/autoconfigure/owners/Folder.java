package io.fusemount.autoconfigure.owners;

import io.fusemount.annotation.FileGroup;
import io.fusemount.annotation.FileMode;
import io.fusemount.annotation.FileOwner;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/** A directory of a user. */
@Entity
public class Folder {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false)
	@Nullable String name;

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Folder parent;

	@Version
	int version;

	@FileOwner
	@Nullable String owner;

	@FileGroup
	@Column(name = "team")
	@Nullable String group;

	@FileMode
	@Nullable Integer mode;

}
