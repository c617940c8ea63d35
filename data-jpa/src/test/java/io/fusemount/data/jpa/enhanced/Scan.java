package io.fusemount.data.jpa.enhanced;

import java.util.HashSet;
import java.util.Set;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;

/**
 * An entity with a large object that is enhanced by the build.
 */
@Entity
@EntityListeners(Auditing.class)
public class Scan {

	@Id
	private long id;

	private String label;

	private String remark;

	private String changedBy;

	@ElementCollection(fetch = FetchType.EAGER)
	private Set<String> tags = new HashSet<>();

	@Lob
	private byte[] content;

	protected Scan() {
	}

	public Scan(long id, String label, String remark, byte[] content, String tag) {
		this.id = id;
		this.label = label;
		this.remark = remark;
		this.content = content;
		this.tags.add(tag);
	}

	public void rename(String name) {
		this.label = name;
	}

	public Set<String> tags() {
		return this.tags;
	}

}
