package io.fusemount.data.jpa.shapes;

import io.fusemount.annotation.FuseMount;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;
import jakarta.persistence.Version;

import org.springframework.data.repository.CrudRepository;

/** Entities whose names have columns of a few characters. */
public final class ShortNames {

	/** The most characters of a name. */
	public static final int LENGTH = 20;

	private ShortNames() {
	}

	/** A directory. */
	@Entity(name = "ShortFolder")
	public static class ShortFolder {

		@Id
		@GeneratedValue
		Long id;

		@Column(length = LENGTH)
		String name;

		@ManyToOne(fetch = FetchType.LAZY)
		ShortFolder parent;

	}

	/** A file in a folder, or in none, of a kind. */
	@Entity(name = "ShortFile")
	@Table(uniqueConstraints = @UniqueConstraint(columnNames = { "folder_id", "name" }))
	public static class ShortFile {

		@Id
		@GeneratedValue
		Long id;

		@Column(length = LENGTH)
		String name;

		@ManyToOne(fetch = FetchType.LAZY)
		ShortFolder folder;

		@Column(length = LENGTH)
		String kind;

		@Column(length = 1000)
		byte[] content;

		long size;

		@Version
		int version;

	}

	@FuseMount("short")
	public interface ShortFolderRepository extends CrudRepository<ShortFolder, Long> {

	}

	@FuseMount("short/{folder}")
	public interface ShortFileRepository extends CrudRepository<ShortFile, Long> {

	}

	@FuseMount("short-kinds/{kind}")
	public interface ShortFilesByKind extends CrudRepository<ShortFile, Long> {

	}

}
