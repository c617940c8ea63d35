package io.fusemount.data.jpa.mapping.misfits;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

import io.fusemount.annotation.FileAttribute;
import io.fusemount.annotation.FileAttributes;
import io.fusemount.annotation.FileName;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;

/** Entities that cannot be files because of their extended attributes. */
public final class AttributeMisfits {

	private AttributeMisfits() {
	}

	/** It fits. */
	@Entity
	public static class Attributed extends Misfits.Base {

		@FileAttribute("hue")
		String colour;

		@FileAttribute(writable = true)
		int rating;

		@FileAttributes
		@JdbcTypeCode(SqlTypes.VARBINARY)
		HashMap<String, String> others;

	}

	@Entity
	public static class SameAttributes extends Misfits.Base {

		@FileAttribute
		String colour;

		@FileAttribute("colour")
		String shade;

	}

	@Entity
	public static class ReservedAttribute extends Misfits.Base {

		@FileAttribute("fusemount.error")
		String complaint;

	}

	@Entity
	public static class AttributeOfAnother extends Misfits.Base {

		@FileAttribute
		@ManyToOne
		SameAttributes other;

	}

	@Entity
	public static class LostPath extends Misfits.Base {

		@FileAttribute(path = "colours")
		@ManyToOne
		SameAttributes other;

	}

	@Entity
	public static class PathOfItsOwn extends Misfits.Base {

		@FileAttribute(path = "length")
		String title;

	}

	@Entity
	public static class WritablePath extends Misfits.Base {

		@FileAttribute(path = "shade", writable = true)
		@ManyToOne
		SameAttributes other;

	}

	@Entity
	public static class CollectedAttributes extends Misfits.Base {

		@FileAttributes
		@ElementCollection
		Map<String, String> others;

	}

	@Entity
	public static class JsonAttributes extends Misfits.Base {

		@FileAttributes
		@JdbcTypeCode(SqlTypes.JSON)
		Map<String, String> others;

	}

	@Entity
	public static class NumberedAttributes extends Misfits.Base {

		@FileAttributes
		@JdbcTypeCode(SqlTypes.VARBINARY)
		HashMap<String, Integer> others;

	}

	@Entity
	public static class LargeAttribute extends Misfits.Base {

		@Lob
		@FileAttribute
		String story;

	}

	@Entity
	public static class TextlessAttribute extends Misfits.Base {

		@FileAttribute
		Point point;

	}

	/** It has no text from which it can be created. */
	public record Point(int x, int y) implements Serializable {

	}

	@Entity
	public static class PartOfIdAsAttribute {

		@EmbeddedId
		Key key;

		String name;

		byte[] content;

		long size;

	}

	@Embeddable
	public record Key(@FileAttribute String region, long number) implements Serializable {

	}

	@Entity
	public static class WritableName {

		@Id
		@GeneratedValue
		Long id;

		@FileName
		@FileAttribute(writable = true)
		String title;

		byte[] content;

		long size;

	}

	@Entity
	public static class UnwritableAttribute extends Misfits.Base {

		@FileAttribute(writable = true)
		@Column(insertable = false, updatable = false)
		String computed;

	}

}
