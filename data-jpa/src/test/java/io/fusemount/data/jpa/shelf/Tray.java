package io.fusemount.data.jpa.shelf;

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

/** A directory that keeps the id of its owner and the name of its group. */
@Entity
public class Tray {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(nullable = false)
	String name = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@Nullable Tray parent;

	@Version
	int version;

	@FileOwner
	@Nullable Integer owner;

	@FileGroup
	@Column(name = "team")
	@Nullable String group;

	@FileMode
	@Nullable Integer mode;

}
