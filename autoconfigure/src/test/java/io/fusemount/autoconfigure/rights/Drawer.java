package io.fusemount.autoconfigure.rights;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A directory of the user who has created it. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Drawer {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(unique = true, nullable = false)
	@Nullable String name;

	@Version
	int version;

	@CreatedBy
	@Nullable String owner;

}
