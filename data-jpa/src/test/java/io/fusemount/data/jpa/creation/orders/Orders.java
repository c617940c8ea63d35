package io.fusemount.data.jpa.creation.orders;

import java.util.UUID;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToOne;
import jakarta.persistence.PrePersist;
import jakarta.validation.constraints.NotNull;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.DynamicInsert;

import org.springframework.data.annotation.CreatedBy;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** Entities that want more of a new row than a file has, and those that have it. */
public final class Orders {

	private Orders() {
	}

	@Entity(name = "Customer")
	public static class Customer {

		@Id
		@GeneratedValue
		public Long id;

		public String company = "unknown";

		@OneToOne(mappedBy = "customer", optional = false)
		Mirrored mirrored;

	}

	@MappedSuperclass
	public abstract static class Base {

		@Id
		@GeneratedValue
		Long id;

		public String name;

		public byte[] content;

		public long size;

	}

	@Entity(name = "Contract")
	public static class Contract extends Base {

		@ManyToOne(optional = false)
		public Customer customer;

		@Column(nullable = false)
		public String kind;

		public String note;

		@Column(nullable = false)
		String language = "en";

		@Column(nullable = false)
		int pages;

	}

	@Entity(name = "Joined")
	public static class Joined extends Base {

		@ManyToOne
		@JoinColumn(nullable = false)
		Customer customer;

	}

	@Entity(name = "Mirrored")
	public static class Mirrored extends Base {

		@OneToOne
		@NotNull
		Customer customer;

	}

	@Entity(name = "Assigned")
	public static class Assigned {

		@Id
		String id;

		String name;

		byte[] content;

		long size;

	}

	@Entity(name = "SelfAssigned")
	public static class SelfAssigned {

		@Id
		String id = UUID.randomUUID().toString();

		String name;

		byte[] content;

		long size;

	}

	@Entity(name = "CalledBack")
	public static class CalledBack extends Base {

		@Column(nullable = false)
		String kind;

		@PrePersist
		void complete() {
			this.kind = "letter";
		}

	}

	public static class Clerk {

		@PrePersist
		void complete(Listened entity) {
			entity.kind = "letter";
		}

	}

	@Entity(name = "Listened")
	@EntityListeners(Clerk.class)
	public static class Listened extends Base {

		@Column(nullable = false)
		String kind;

	}

	@Entity(name = "Audited")
	@EntityListeners(AuditingEntityListener.class)
	public static class Audited extends Base {

		@CreatedBy
		@Column(nullable = false)
		String owner;

	}

	@Entity(name = "AuditedContract")
	@EntityListeners(AuditingEntityListener.class)
	public static class AuditedContract extends Base {

		@CreatedBy
		@Column(nullable = false)
		String owner;

		@Column(nullable = false)
		String kind;

	}

	/** The database sets the stamp. */
	@Entity(name = "Stamped")
	public static class Stamped extends Base {

		@Column(nullable = false)
		String stamp;

	}

	/** The database would set the stamp, if validation let it. */
	@Entity(name = "Validated")
	public static class Validated extends Base {

		@NotNull
		String stamp;

	}

	@Entity(name = "Relaxed")
	public static class Relaxed extends Base {

		@Column(nullable = false)
		public String kind;

	}

	@Entity(name = "Undefaulted")
	@DynamicInsert
	public static class Undefaulted extends Base {

		@Column(nullable = false)
		String kind;

	}

	@Entity(name = "Defaulted")
	@DynamicInsert
	public static class Defaulted extends Base {

		@Column(nullable = false)
		@ColumnDefault("'letter'")
		String kind;

	}

	@Entity(name = "Derived")
	public static class Derived {

		private Long id;

		private String name;

		private String slug;

		private byte[] content;

		private long size;

		@Id
		@GeneratedValue
		public Long getId() {
			return this.id;
		}

		public void setId(Long id) {
			this.id = id;
		}

		public String getName() {
			return this.name;
		}

		public void setName(String name) {
			this.name = name;
			this.slug = name.toLowerCase(java.util.Locale.ROOT);
		}

		@Column(nullable = false)
		public String getSlug() {
			return this.slug;
		}

		public void setSlug(String slug) {
			this.slug = slug;
		}

		public byte[] getContent() {
			return this.content;
		}

		public void setContent(byte[] content) {
			this.content = content;
		}

		public long getSize() {
			return this.size;
		}

		public void setSize(long size) {
			this.size = size;
		}

	}

}
