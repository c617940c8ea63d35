package io.fusemount.data.jpa.words;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreUpdate;

import org.springframework.data.jpa.repository.JpaRepository;

/** An entity that refuses in its own words, each in another place. */
public final class Words {

	private Words() {
	}

	/** What only the application knows. */
	public static class ClosedException extends RuntimeException {

		public ClosedException(String message) {
			super(message);
		}

	}

	@Entity(name = "Letter")
	@Access(AccessType.PROPERTY)
	public static class Letter {

		private Long id;

		private String name;

		private byte[] content;

		private long size;

		@PrePersist
		void persist() {
			refuse("persisted");
		}

		@PreUpdate
		void update() {
			refuse("updated");
		}

		private void refuse(String how) {
			if (this.name.startsWith(how)) {
				throw new ClosedException("Nothing is " + how + " on Sundays");
			}
		}

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
			if (name.startsWith("set")) {
				throw new IllegalArgumentException("No name is set on Sundays");
			}
			this.name = name;
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

	@FuseMount("${words.path:letters}/kept")
	interface Letters extends JpaRepository<Letter, Long> {

	}

}
