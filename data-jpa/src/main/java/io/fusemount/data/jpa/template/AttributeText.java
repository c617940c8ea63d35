package io.fusemount.data.jpa.template;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.Objects;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The values of a type as bytes, for people and programs: {@code byte[]} as they are, all
 * others as text in UTF-8.
 *
 * @param type the type, a wrapper for a primitive one
 */
public record AttributeText(Class<?> type) {

	public AttributeText {
		type = ClassUtils.resolvePrimitiveIfNecessary(type);
	}

	/**
	 * Whether the values are bytes or have texts: types that can be created from their
	 * text are taken to have a text that says what they are.
	 */
	public boolean isPossible() {
		return this.type == byte[].class || isDate() || parser() != null || isConvertible();
	}

	/** Without {@code java.sql.Date} and {@code java.sql.Time}, which have no instant. */
	private boolean isDate() {
		return this.type == Date.class || this.type == Timestamp.class;
	}

	/** Returns the method of a type of {@code java.time}. */
	private @Nullable Method parser() {
		Method method = ReflectionUtils.findMethod(this.type, "parse", CharSequence.class);
		return (method != null && Modifier.isStatic(method.getModifiers())
				&& this.type.isAssignableFrom(method.getReturnType())) ? method : null;
	}

	private boolean isConvertible() {
		return !this.type.isArray() && this.type != Object.class && DefaultConversionService.getSharedInstance()
			.canConvert(TypeDescriptor.valueOf(String.class), TypeDescriptor.valueOf(this.type));
	}

	/**
	 * Describes the values, as the object of a sentence.
	 */
	public String describe() {
		if (this.type == byte[].class) {
			return "any bytes";
		}
		Object[] constants = this.type.getEnumConstants();
		if (constants != null) {
			return Arrays.stream(constants).map((each) -> ((Enum<?>) each).name()).collect(Collectors.joining(", "));
		}
		return (this.type == String.class) ? "text in UTF-8"
				: "texts of the type " + this.type.getSimpleName() + ", as they are shown";
	}

	/**
	 * Returns the bytes of a value.
	 */
	public byte[] format(Object value) {
		return (value instanceof byte[] bytes) ? bytes : text(value).getBytes(StandardCharsets.UTF_8);
	}

	private static String text(Object value) {
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		if (value instanceof Timestamp || value.getClass() == Date.class) {
			return ((Date) value).toInstant().toString();
		}
		return (value instanceof BigDecimal number) ? number.toPlainString() : value.toString();
	}

	/**
	 * Returns the value of these bytes, {@code null} if there is none.
	 */
	public @Nullable Object parse(byte[] bytes) {
		if (this.type == byte[].class) {
			return bytes;
		}
		try {
			return convert(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
		}
		catch (CharacterCodingException | ConversionException | IllegalArgumentException ex) {
			return null;
		}
	}

	private @Nullable Object convert(String text) {
		if (this.type == String.class) {
			return text;
		}
		if (text.isBlank()) {
			// Spring converts an empty text to null.
			return null;
		}
		if (this.type.isEnum()) {
			return constant(text);
		}
		Method parser = parser();
		if (isDate() || parser != null) {
			return parse(text, parser);
		}
		return DefaultConversionService.getSharedInstance().convert(text, this.type);
	}

	private @Nullable Object constant(String text) {
		return Arrays.stream(Objects.requireNonNull(this.type.getEnumConstants()))
			.filter((each) -> ((Enum<?>) each).name().equals(text))
			.findFirst()
			.orElse(null);
	}

	private @Nullable Object parse(String text, @Nullable Method parser) {
		try {
			if (parser != null) {
				return parser.invoke(null, text);
			}
			Instant instant = Instant.parse(text);
			return (this.type == Timestamp.class) ? Timestamp.from(instant) : Date.from(instant);
		}
		catch (ReflectiveOperationException | DateTimeException ex) {
			// Not a text of the type.
			return null;
		}
	}

}
