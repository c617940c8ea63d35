package io.fusemount.data.jpa.caller;

import java.util.ArrayList;
import java.util.List;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FileName;
import io.fusemount.annotation.FileSize;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreRemove;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.Version;
import org.hibernate.annotations.TenantId;
import org.jspecify.annotations.Nullable;

/** A file of a user, who alone has it. */
@Entity
class OwnedNote {

	/** Who was bound at each call. */
	static final List<@Nullable String> CALLS = new ArrayList<>();

	@Id
	@GeneratedValue
	@Nullable Long id;

	@TenantId
	@Nullable String owner;

	@FileName
	@Nullable String name;

	@FileContent
	byte @Nullable [] text;

	@FileSize
	long size;

	@Version
	int version;

	@PrePersist
	@PostPersist
	@PostLoad
	@PreUpdate
	@PreRemove
	void called() {
		CALLS.add(BoundCaller.CURRENT.get());
	}

}
