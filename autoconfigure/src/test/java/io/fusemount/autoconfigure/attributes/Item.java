package io.fusemount.autoconfigure.attributes;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.fusemount.annotation.FileAttribute;
import io.fusemount.annotation.FileAttributes;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import org.hibernate.annotations.UpdateTimestamp;
import org.jspecify.annotations.Nullable;

/** A file with all attributes. */
@Entity
class Item {

	@Id
	@GeneratedValue
	@Nullable Long id;

	@Column(unique = true, nullable = false, length = 300)
	@Nullable String name;

	@Column(length = 1_000_000)
	byte @Nullable [] content;

	long size;

	@Version
	int version;

	@UpdateTimestamp
	@Nullable Instant modified;

	@FileAttribute(writable = true)
	@Nullable Integer rating;

	@FileAttributes
	@Convert(converter = Lines.class)
	@Column(length = 20_000)
	@Nullable Map<String, String> others;

	/** A map as text. */
	static class Lines implements AttributeConverter<Map<String, String>, String> {

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

}
