package io.fusemount.data.jpa.blob;

import java.util.HashSet;
import java.util.Set;

import jakarta.persistence.ElementCollection;
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

	@ElementCollection
	private Set<String> tags = new HashSet<>();

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

	@Override
	public void tag(String tag) {
		this.tags.add(tag);
	}

}
