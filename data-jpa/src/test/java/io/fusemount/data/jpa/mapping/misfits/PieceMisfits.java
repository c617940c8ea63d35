package io.fusemount.data.jpa.mapping.misfits;

import java.util.List;
import java.util.Map;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.Version;
import org.hibernate.annotations.OptimisticLock;
import org.hibernate.annotations.SQLRestriction;

/** Entities that cannot be files because of their pieces. */
public final class PieceMisfits {

	private static final int PIECE = 4096;

	private PieceMisfits() {
	}

	/** Has everything but the pieces. */
	@MappedSuperclass
	public abstract static class Base {

		@Id
		Long id;

		String name;

		long size;

	}

	/** Has a version, too. */
	@MappedSuperclass
	public abstract static class Versioned extends Base {

		@Version
		int version;

	}

	@Entity
	public static class UnversionedPieces extends Base {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class EagerPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection(fetch = FetchType.EAGER)
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class NamedPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<String, byte[]> content;

	}

	@Entity
	public static class TextPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, String> content;

	}

	@Entity
	public static class ListedPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@OrderColumn(name = "number")
		@Column(length = PIECE)
		List<byte[]> content;

	}

	@Entity
	public static class ShortColumn extends Versioned {

		@FileContent
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class TinyPieces extends Versioned {

		@FileContent(pieceSize = 100)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class LargeObjectPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Lob
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class HugePieces extends Versioned {

		@FileContent(pieceSize = 2 << 20)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = 2 << 20)
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class UncountedPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		@OptimisticLock(excluded = true)
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class RestrictedPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		@SQLRestriction("number >= 0")
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class ConvertedPieces extends Versioned {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		@Convert(attributeName = "value", converter = Inverting.class)
		Map<Integer, byte[]> content;

	}

	@Entity
	public static class EmbeddedPieces extends Versioned {

		@Embedded
		Attachment attachment;

	}

	/** Has the pieces. */
	@Embeddable
	public static class Attachment {

		@FileContent(pieceSize = PIECE)
		@ElementCollection
		@MapKeyColumn(name = "number")
		@Column(length = PIECE)
		Map<Integer, byte[]> content;

	}

	/** Stores other bytes than the application has. */
	public static class Inverting implements AttributeConverter<byte[], byte[]> {

		@Override
		public byte[] convertToDatabaseColumn(byte[] attribute) {
			return attribute.clone();
		}

		@Override
		public byte[] convertToEntityAttribute(byte[] column) {
			return column.clone();
		}

	}

}
