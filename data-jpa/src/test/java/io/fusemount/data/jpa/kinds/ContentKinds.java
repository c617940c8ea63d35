package io.fusemount.data.jpa.kinds;

import java.sql.Blob;
import java.sql.Clob;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Basic;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.SecondaryTable;
import org.hibernate.annotations.ColumnTransformer;

import org.springframework.data.jpa.repository.JpaRepository;

/** Where the bytes are. */
final class ContentKinds {

	private ContentKinds() {
	}

	/** Everything but content. */
	@MappedSuperclass
	abstract static class Described {

		@Id
		@GeneratedValue
		Long id;

		String name;

		long size;

	}

	@Entity
	static class BlobContent extends Described {

		@Lob
		Blob content;

		@Kind("`Blob`")
		@FuseMount
		interface Files extends JpaRepository<BlobContent, Long> {

		}

	}

	@Entity
	static class PropertyAccess {

		private Long id;

		private String title;

		private Blob scan;

		private long length;

		@Id
		@GeneratedValue
		Long getId() {
			return this.id;
		}

		void setId(Long id) {
			this.id = id;
		}

		String getName() {
			return this.title;
		}

		void setName(String title) {
			this.title = title;
		}

		@Lob
		Blob getContent() {
			return this.scan;
		}

		void setContent(Blob scan) {
			this.scan = scan;
		}

		long getSize() {
			return this.length;
		}

		void setSize(long length) {
			this.length = length;
		}

		@Kind("annotations on getters")
		@FuseMount
		interface Files extends JpaRepository<PropertyAccess, Long> {

		}

	}

	@Entity
	static class Bytes extends Described {

		@Column(length = 100_000)
		byte[] content;

		@Kind("`byte[]`")
		@FuseMount
		interface Files extends JpaRepository<Bytes, Long> {

		}

	}

	@Entity
	static class LobBytes extends Described {

		@Lob
		byte[] content;

		@Kind("`byte[]` with `@Lob`")
		@FuseMount
		interface Files extends JpaRepository<LobBytes, Long> {

		}

	}

	@Entity
	static class LazyBytes extends Described {

		@Lob
		@Basic(fetch = FetchType.LAZY)
		byte[] content;

		@Kind("`byte[]`, lazy")
		@FuseMount
		interface Files extends JpaRepository<LazyBytes, Long> {

		}

	}

	@Entity
	static class BlobAndBytes extends Described {

		Blob content;

		byte[] thumbnail;

		@Kind("`Blob` and `byte[]`, neither annotated")
		@FuseMount
		interface Files extends JpaRepository<BlobAndBytes, Long> {

		}

	}

	@Entity
	static class WithThumbnail extends Described {

		@FileContent
		@Lob
		Blob content;

		byte[] thumbnail;

		@Kind("`Blob` with `@FileContent`, and `byte[]`")
		@FuseMount
		interface Files extends JpaRepository<WithThumbnail, Long> {

		}

	}

	@Entity
	static class TwoLobs extends Described {

		@Lob
		Blob content;

		@Lob
		byte[] preview;

		@Kind("two properties with `@Lob`")
		@FuseMount
		interface Files extends JpaRepository<TwoLobs, Long> {

		}

	}

	@Entity
	static class TextContent extends Described {

		@FileContent
		@Lob
		String text;

		@Kind("`String` with `@Lob`")
		@FuseMount
		interface Files extends JpaRepository<TextContent, Long> {

		}

	}

	@Entity
	static class ClobContent extends Described {

		@FileContent
		Clob text;

		@Kind("`Clob`")
		@FuseMount
		interface Files extends JpaRepository<ClobContent, Long> {

		}

	}

	/** What an entity may have of a file in one property. */
	@Embeddable
	static class Attachment {

		String name;

		@Lob
		byte[] content;

		long size;

	}

	@Entity
	static class EmbeddedFile {

		@Id
		@GeneratedValue
		Long id;

		@Embedded
		Attachment attachment;

		@Kind("name, content and size in an `@Embedded`")
		@FuseMount
		interface Files extends JpaRepository<EmbeddedFile, Long> {

		}

	}

	@Entity
	static class PathOnly extends Described {

		String path;

		@Kind("a path instead of content")
		@FuseMount
		interface Files extends JpaRepository<PathOnly, Long> {

		}

	}

	/** As an application encrypts: each byte is another one in the database. */
	static class Cipher implements AttributeConverter<byte[], byte[]> {

		@Override
		public byte[] convertToDatabaseColumn(byte[] content) {
			if (content == null) {
				return null;
			}
			byte[] other = content.clone();
			for (int i = 0; i < other.length; i++) {
				other[i] ^= 0x55;
			}
			return other;
		}

		@Override
		public byte[] convertToEntityAttribute(byte[] column) {
			return convertToDatabaseColumn(column);
		}

	}

	@Entity
	static class Converted extends Described {

		@Convert(converter = Cipher.class)
		@Column(length = 100_000)
		byte[] content;

		@Kind(value = "`byte[]` with a converter that encrypts",
				row = "insert into content_kinds$converted (id, name, content, size) "
						+ "values (0, 'old.txt', X'3a3931', 3)")
		@FuseMount
		interface Files extends JpaRepository<Converted, Long> {

		}

	}

	@Entity
	static class Transformed extends Described {

		@ColumnTransformer(read = "hextoraw(rawtohex(content))", write = "cast(? || X'20' as varbinary)")
		@Column(length = 100_000)
		byte[] content;

		@Kind("`byte[]` with a `@ColumnTransformer`")
		@FuseMount
		interface Files extends JpaRepository<Transformed, Long> {

		}

	}

	@Entity
	@SecondaryTable(name = "content_beside")
	static class InSecondaryTable extends Described {

		@Lob
		@Column(table = "content_beside")
		Blob content;

		@Kind("`Blob` in a `@SecondaryTable`")
		@FuseMount
		interface Files extends JpaRepository<InSecondaryTable, Long> {

		}

	}

}
