package io.fusemount.data.jpa.mapping;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

import io.fusemount.core.node.ExtendedAttributes;
import org.jspecify.annotations.Nullable;

/**
 * The property that keeps all extended attributes for which there is no other: a map by
 * their names after {@code user.}.
 *
 * @param property the property
 * @param text whether its values are texts rather than bytes
 */
public record OtherAttributes(FileProperty property, boolean text) {

	/** Begins a value in Base64, see {@code getfattr(1)}. */
	private static final String BASE64 = "0s";

	/** What begins the names of what the product itself may say of files. */
	static final String RESERVED = ExtendedAttributes.PREFIX + "fusemount.";

	/** Whether a source of files can have an attribute of this name. */
	static boolean isPossible(String name) {
		return name.startsWith(ExtendedAttributes.PREFIX) && name.length() > ExtendedAttributes.PREFIX.length()
				&& !name.startsWith(RESERVED);
	}

	private static String key(String name) {
		return name.substring(ExtendedAttributes.PREFIX.length());
	}

	/** Returns the names in a value of the property. */
	static Stream<String> names(@Nullable Object map) {
		return (map instanceof Map<?, ?> known) ? known.keySet().stream().map((key) -> ExtendedAttributes.PREFIX + key)
				: Stream.empty();
	}

	/** Returns a value of the map, {@code null} if there is none. */
	static byte @Nullable [] value(@Nullable Object map, String name) {
		Object value = (map instanceof Map<?, ?> known && isPossible(name)) ? known.get(key(name)) : null;
		return (value instanceof String text) ? bytes(text) : (value instanceof byte[] bytes) ? bytes : null;
	}

	private static byte[] bytes(String text) {
		try {
			return text.startsWith(BASE64) ? Base64.getDecoder().decode(text.substring(BASE64.length()))
					: text.getBytes(StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			// The application has put it there as it is.
			return text.getBytes(StandardCharsets.UTF_8);
		}
	}

	private static String text(byte[] value) {
		try {
			String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
			if (!text.startsWith(BASE64) && text.indexOf('\0') < 0) {
				return text;
			}
		}
		catch (CharacterCodingException ex) {
			// These are bytes.
		}
		return BASE64 + Base64.getEncoder().encodeToString(value);
	}

	/** Puts all of one entity into the map of another one. */
	void carry(Object from, Object to) {
		Map<String, Object> set = copy(from);
		if (!set.isEmpty()) {
			Map<String, Object> all = copy(to);
			all.putAll(set);
			this.property.set(to, all);
		}
	}

	/** Returns a copy, so that Hibernate sees what changes. */
	private Map<String, Object> copy(Object entity) {
		Map<String, Object> copy = new LinkedHashMap<>();
		if (this.property.get(entity) instanceof Map<?, ?> known) {
			known.forEach((key, each) -> copy.put((String) key, each));
		}
		return copy;
	}

	/** Puts a value into the map of an entity. */
	void put(Object entity, String name, byte @Nullable [] value) {
		Map<String, Object> changed = copy(entity);
		if (value != null) {
			changed.put(key(name), this.text ? text(value) : value);
		}
		else {
			changed.remove(key(name));
		}
		this.property.set(entity, (changed.isEmpty() && this.property.isNullable()) ? null : changed);
	}

}
