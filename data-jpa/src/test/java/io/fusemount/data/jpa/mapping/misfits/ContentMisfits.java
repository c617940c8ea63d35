package io.fusemount.data.jpa.mapping.misfits;

import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;

import io.fusemount.annotation.FileContent;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;

/** Entities that cannot be files because of their content. */
public final class ContentMisfits {

	private ContentMisfits() {
	}

	@Entity
	public static class Contentless {

		@Id
		Long id;

		String name;

		long size;

	}

	@Entity
	public static class TwoContents extends Misfits.Base {

		byte[] thumbnail;

	}

	@Entity
	public static class BlobAndBytes extends Misfits.Base {

		Blob picture;

	}

	@Entity
	public static class BlobAndLobBytes {

		@Id
		Long id;

		String name;

		Blob picture;

		@Lob
		byte[] thumbnail;

		long size;

	}

	@Entity
	public static class TwoTexts {

		@Id
		Long id;

		String name;

		Clob clause;

		@Lob
		String summary;

		long size;

	}

	@Entity
	public static class ConvertedContent {

		@Id
		Long id;

		String name;

		@Convert(converter = Reversal.class)
		byte[] content;

		long size;

	}

	@Converter
	public static class Reversal implements AttributeConverter<byte[], String> {

		@Override
		public String convertToDatabaseColumn(byte[] bytes) {
			return new StringBuilder(new String(bytes, StandardCharsets.ISO_8859_1)).reverse().toString();
		}

		@Override
		public byte[] convertToEntityAttribute(String text) {
			return convertToDatabaseColumn(text.getBytes(StandardCharsets.ISO_8859_1))
				.getBytes(StandardCharsets.ISO_8859_1);
		}

	}

	@Entity
	public static class EmbeddedBlob {

		@Id
		Long id;

		String name;

		@Embedded
		Attachment attachment;

		long size;

	}

	@Embeddable
	public static class Attachment {

		Blob data;

	}

	@Entity
	public static class TwoAnnotatedContents extends Misfits.Base {

		@FileContent
		byte[] first;

		@FileContent
		byte[] second;

	}

}
