package io.fusemount.data.jpa.parcel;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

import io.fusemount.annotation.FileAttribute;
import io.fusemount.annotation.FileAttributes;
import io.fusemount.annotation.FileContent;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

import org.springframework.data.annotation.LastModifiedDate;
import org.springframework.data.jpa.domain.support.AuditingEntityListener;

/** A file with attributes of many types. */
@Entity
@EntityListeners(AuditingEntityListener.class)
public class Parcel {

	@Id
	@GeneratedValue
	@FileAttribute
	@Nullable Long id;

	@Column(nullable = false)
	String name = "";

	@ManyToOne(fetch = FetchType.LAZY)
	@FileAttribute(value = "destination", path = "destination")
	@Nullable Crate crate;

	@FileAttributes
	@Convert(converter = Lines.class)
	@Column(length = 4000)
	@Nullable Map<String, String> others;

	@FileContent
	@Column(length = 1000)
	byte @Nullable [] document;

	long size;

	@Version
	int version;

	@LastModifiedDate
	@Nullable Instant modified;

	@FileAttribute(writable = true)
	@Enumerated(EnumType.STRING)
	@Column(nullable = false, length = 20)
	State state = State.PACKED;

	@FileAttribute(writable = true)
	@Column(precision = 12, scale = 2)
	@Nullable BigDecimal weight;

	@FileAttribute(value = "due", writable = true)
	@Nullable LocalDate dueDate;

	@FileAttribute(writable = true)
	@Column(length = 100)
	@Nullable String note;

	@FileAttribute(writable = true)
	boolean fragile;

	@FileAttribute(writable = true)
	@Column(length = 16)
	byte @Nullable [] seal;

	@FileAttribute(writable = true)
	@Nullable UUID tracking;

	@FileAttribute
	@Nullable Integer priority;

	@Embedded
	@Nullable Sender sender;

	protected Parcel() {
	}

	public Parcel(String name, byte[] document) {
		this.name = name;
		this.document = document;
		this.size = document.length;
	}

	/** A map as text. */
	public static class Lines implements AttributeConverter<Map<String, String>, String> {

		@Override
		public @Nullable String convertToDatabaseColumn(@Nullable Map<String, String> map) {
			return (map != null) ? map.entrySet()
				.stream()
				.map((entry) -> entry.getKey() + "\n" + entry.getValue())
				.collect(Collectors.joining("\n")) : null;
		}

		@Override
		public @Nullable Map<String, String> convertToEntityAttribute(@Nullable String text) {
			if (text == null) {
				return null;
			}
			Map<String, String> map = new TreeMap<>();
			String[] lines = text.split("\n", -1);
			for (int i = 0; i < lines.length - 1; i += 2) {
				map.put(lines[i], lines[i + 1]);
			}
			return map;
		}

	}

	/** What becomes of a parcel. */
	public enum State {

		PACKED, SENT

	}

	/** From whom it is. */
	@jakarta.persistence.Embeddable
	public static class Sender {

		@FileAttribute(value = "from", writable = true)
		@Column(name = "sender_town")
		@Nullable String town;

	}

}
