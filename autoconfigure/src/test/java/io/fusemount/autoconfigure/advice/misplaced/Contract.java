package io.fusemount.autoconfigure.advice.misplaced;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

@Entity
@FuseMount("contracts")
class Contract {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Nullable String name;

	byte @Nullable [] content;

	long size;

}
