package io.fusemount.core.node;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of extended attributes: each gets a value, or is removed.
 *
 * @param texts the values by name, their bytes as the characters of ISO 8859-1, empty for
 * an attribute that is removed
 */
public record AttributeValues(Map<String, Optional<String>> texts) {

	/**
	 * All stay as they are.
	 */
	public static final AttributeValues NONE = new AttributeValues(Map.of());

	/**
	 * Returns the change of one attribute.
	 * @param value the value, {@code null} to remove it
	 */
	public static AttributeValues of(String name, byte @Nullable [] value) {
		return new AttributeValues(Map.of(name,
				(value != null) ? Optional.of(new String(value, StandardCharsets.ISO_8859_1)) : Optional.empty()));
	}

	/**
	 * Whether all stay as they are.
	 */
	public boolean isNone() {
		return this.texts.isEmpty();
	}

	/**
	 * Returns these changes with later ones.
	 */
	public AttributeValues with(AttributeValues later) {
		if (isNone() || later.isNone()) {
			return later.isNone() ? this : later;
		}
		Map<String, Optional<String>> all = new LinkedHashMap<>(this.texts);
		all.putAll(later.texts);
		return new AttributeValues(Collections.unmodifiableMap(all));
	}

	/**
	 * Passes each name with its value, {@code null} if it is removed.
	 */
	public void forEach(BiConsumer<String, byte @Nullable []> action) {
		this.texts.forEach((name, text) -> action.accept(name, bytes(text)));
	}

	private static byte @Nullable [] bytes(Optional<String> text) {
		return text.map((known) -> known.getBytes(StandardCharsets.ISO_8859_1)).orElse(null);
	}

	/**
	 * Returns what attributes are after these changes.
	 */
	public ExtendedAttributes over(ExtendedAttributes before) {
		return isNone() ? before : new Changed(this.texts, before);
	}

	/**
	 * Attributes after changes.
	 */
	private record Changed(Map<String, Optional<String>> changes,
			ExtendedAttributes before) implements ExtendedAttributes {

		@Override
		public List<String> names() {
			List<String> names = new ArrayList<>(this.before.names());
			this.changes.forEach((name, text) -> {
				if (text.isEmpty()) {
					names.remove(name);
				}
				else if (!names.contains(name)) {
					names.add(name);
				}
			});
			return names;
		}

		@Override
		public byte @Nullable [] value(String name) {
			Optional<String> changed = this.changes.get(name);
			return (changed != null) ? bytes(changed) : this.before.value(name);
		}

		@Override
		public void requireSettable(String name, byte @Nullable [] value) {
			this.before.requireSettable(name, value);
		}

	}

}
