package io.fusemount.bench.content.application;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

/**
 * A folder with recordings and other folders in it.
 */
@Entity
public class Folder {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	@Nullable Long id;

	@Column(nullable = false)
	String name = "";

	@ManyToOne
	@Nullable Folder parent;

	@Version
	int version;

}
