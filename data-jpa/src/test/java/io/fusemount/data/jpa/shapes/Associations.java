package io.fusemount.data.jpa.shapes;

import java.sql.Blob;
import java.util.List;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

import org.springframework.data.repository.CrudRepository;

/** Entities that have their content in another one. */
public final class Associations {

	private Associations() {
	}

	/** The column that refers to the content is the entity's. */
	@Entity(name = "Scan")
	public static class Scan {

		@Id
		@GeneratedValue
		Long id;

		String name;

		@OneToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL, orphanRemoval = true)
		ScanContent content;

		long size;

		@Version
		int version;

	}

	@Entity(name = "ScanContent")
	public static class ScanContent {

		@Id
		@GeneratedValue
		Long id;

		@Lob
		Blob data;

		String type = "unknown";

		@Version
		int version;

	}

	@FuseMount
	public interface ScanRepository extends CrudRepository<Scan, Long> {

	}

	/** The content has the id of the entity. */
	@Entity(name = "Paper")
	public static class Paper {

		@Id
		@GeneratedValue
		Long id;

		String name;

		@FileContent
		@OneToOne(mappedBy = "paper", fetch = FetchType.LAZY, cascade = CascadeType.ALL)
		PaperContent content;

		long size;

		@Version
		Integer version;

	}

	@Entity(name = "PaperContent")
	public static class PaperContent {

		@Id
		Long id;

		@MapsId
		@OneToOne(fetch = FetchType.LAZY)
		Paper paper;

		@Column(length = 10_000_000)
		byte[] data;

		String type = "unknown";

	}

	@FuseMount
	public interface PaperRepository extends CrudRepository<Paper, Long> {

	}

	/** The column that refers to the entity is the content's, which is text. */
	@Entity(name = "Tape")
	public static class Tape {

		@Id
		@GeneratedValue
		Long id;

		String name;

		@OneToOne(mappedBy = "tape", cascade = CascadeType.ALL)
		TapeContent content;

		long size;

	}

	@Entity(name = "TapeContent")
	public static class TapeContent {

		@Id
		@GeneratedValue
		Long id;

		@OneToOne(optional = false)
		Tape tape;

		String type = "unknown";

		@FileContent
		@Lob
		@Column(length = 10_000_000)
		String data;

	}

	@FuseMount
	public interface TapeRepository extends CrudRepository<Tape, Long> {

	}

	/** The content is in another row of the same table. */
	@Entity(name = "Leaf")
	@Table(name = "leaf")
	public static class Leaf {

		@Id
		@GeneratedValue
		Long id;

		String name;

		@OneToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL)
		LeafContent content;

		long size;

	}

	@Entity(name = "LeafContent")
	@Table(name = "leaf")
	public static class LeafContent {

		@Id
		@GeneratedValue
		Long id;

		byte[] data;

	}

	@FuseMount("leaves")
	public interface LeafRepository extends CrudRepository<Leaf, Long> {

	}

	/** The directories whose files have their content there. */
	public static List<String> directories() {
		return List.of("scans", "papers", "tapes");
	}

}
