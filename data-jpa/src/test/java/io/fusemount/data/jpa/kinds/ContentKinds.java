package io.fusemount.data.jpa.kinds;

import java.sql.Blob;
import java.sql.Clob;
import java.util.List;

import io.fusemount.annotation.FileContent;
import io.fusemount.annotation.FuseMount;
import org.hibernate.annotations.ColumnTransformer;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Convert;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Basic;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;

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
	static class ContentRow {

		@Id
		@GeneratedValue
		Long id;

		@Lob
		byte[] bytes;

	}

	@Entity
	static class ContentBeside extends Described {

		@FileContent
		@OneToOne(fetch = FetchType.LAZY, cascade = CascadeType.ALL)
		ContentRow content;

		@Kind("content in a lazy `@OneToOne`")
		@FuseMount
		interface Files extends JpaRepository<ContentBeside, Long> {

		}

	}

	@Entity
	static class OwnedContent {

		@Id
		Long id;

		@MapsId
		@OneToOne
		ContentOwner owner;

		Blob data;

	}

	@Entity
	static class ContentOwner extends Described {

		@OneToOne(mappedBy = "owner", cascade = CascadeType.ALL)
		OwnedContent content;

		@Kind("content in a `@OneToOne(mappedBy)` with `@MapsId` there, not annotated")
		@FuseMount
		interface Files extends JpaRepository<ContentOwner, Long> {

		}

	}

	@Entity
	static class ContentApart extends Described {

		@FileContent
		@OneToOne
		ContentRow content;

		@Kind("content in a `@OneToOne` without a cascade")
		@FuseMount
		interface Files extends JpaRepository<ContentApart, Long> {

		}

	}

	@Entity
	static class ReadContentApart extends Described {

		@FileContent
		@OneToOne
		ContentRow content;

		@Kind(value = "content in a `@OneToOne` without a cascade, read-only",
				row = "insert into content_kinds$content_row (id, bytes) values (-1, X'6f6c64'); "
						+ "insert into content_kinds$read_content_apart (id, content_id, name, size) "
						+ "values (-1, -1, 'old.txt', 3)")
		@FuseMount(readOnly = true)
		interface Files extends JpaRepository<ReadContentApart, Long> {

		}

	}

	@Entity
	static class SharedContent extends Described {

		@FileContent
		@ManyToOne(cascade = CascadeType.ALL)
		ContentRow content;

		@Kind("content in a `@ManyToOne`")
		@FuseMount
		interface Files extends JpaRepository<SharedContent, Long> {

		}

	}

	@Entity
	static class ManyContents extends Described {

		@FileContent
		@OneToMany(cascade = CascadeType.ALL)
		List<ContentRow> contents;

		@Kind("content in a `@OneToMany`")
		@FuseMount
		interface Files extends JpaRepository<ManyContents, Long> {

		}

	}

	@Entity
	static class EmptyRow {

		@Id
		Long id;

	}

	@Entity
	static class NothingBeside extends Described {

		@FileContent
		@OneToOne(cascade = CascadeType.ALL)
		EmptyRow content;

		@Kind("`@FileContent` on a `@OneToOne` without content")
		@FuseMount
		interface Files extends JpaRepository<NothingBeside, Long> {

		}

	}

	@Entity
	static class NumberedRow {

		@Id
		Long id;

		byte[] bytes;

	}

	@Entity
	static class NumberedBeside extends Described {

		@OneToOne(cascade = CascadeType.ALL)
		NumberedRow content;

		@Kind("content in a `@OneToOne` whose id nothing gives")
		@FuseMount
		interface Files extends JpaRepository<NumberedBeside, Long> {

		}

	}

	@Entity
	static class ZeroRow {

		@Id
		long id;

		byte[] bytes;

	}

	@Entity
	static class ZeroBeside extends Described {

		@OneToOne(cascade = CascadeType.ALL)
		ZeroRow content;

		@Kind("content in a `@OneToOne` whose id is the same for each")
		@FuseMount
		interface Files extends JpaRepository<ZeroBeside, Long> {

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
