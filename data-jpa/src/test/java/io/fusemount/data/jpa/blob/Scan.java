package io.fusemount.data.jpa.blob;

import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;

/**
 * An entity with a large object, and without a version.
 */
@Entity
@EntityListeners(AuditedUpdateTests.Auditing.class)
public class Scan implements AuditedUpdateTests.Labelled {

	@Id
	private long id = 1;

	private String label;

	private String remark;

	private String changedBy;

	@Lob
	private byte[] content = {};

	@Override
	public void label(String name, String more) {
		this.label = name;
		this.remark = more;
	}

	@Override
	public void rename(String name) {
		this.label = name;
	}

}
