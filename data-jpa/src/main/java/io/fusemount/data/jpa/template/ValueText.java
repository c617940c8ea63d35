package io.fusemount.data.jpa.template;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.Year;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.support.DefaultConversionService;
import org.springframework.util.ClassUtils;

/**
 * The texts of the values of a type: each text stands for one value, and each value has
 * one text.
 *
 * @param type the type, a wrapper for a primitive one
 */
public record ValueText(Class<?> type) {

	/**
	 * The texts of strings, which are the strings themselves.
	 */
	public static final ValueText TEXT = new ValueText(String.class);

	private static final Set<Class<?>> TYPES = Set.of(String.class, Long.class, Integer.class, Short.class, Byte.class,
			BigInteger.class, BigDecimal.class, Boolean.class, Character.class, UUID.class, LocalDate.class,
			Year.class);

	/**
	 * The types whose values may identify a row; values of other types classify it.
	 */
	private static final Set<Class<?>> NAMING = Set.of(String.class, Long.class, Integer.class, Short.class,
			BigInteger.class, UUID.class);

	public ValueText {
		type = ClassUtils.resolvePrimitiveIfNecessary(type);
	}

	/**
	 * Whether the values have texts.
	 */
	public boolean isPossible() {
		return TYPES.contains(this.type) || this.type.isEnum();
	}

	/**
	 * Whether a value may be the name of one row, instead of a property of several rows.
	 */
	public boolean isNaming() {
		return NAMING.contains(this.type);
	}

	/**
	 * Whether the values are text themselves.
	 */
	public boolean isText() {
		return this.type == String.class;
	}

	/**
	 * Returns the text of a value.
	 */
	public String format(Object value) {
		if (value instanceof Enum<?> constant) {
			return constant.name();
		}
		return (value instanceof BigDecimal number) ? number.toPlainString() : String.valueOf(value);
	}

	/**
	 * Returns the value with the text, or {@code null} if there is none.
	 */
	public @Nullable Object parse(String text) {
		try {
			Object value = convert(text);
			return (value != null && format(value).equals(text)) ? value : null;
		}
		catch (ConversionException | DateTimeParseException ex) {
			return null;
		}
	}

	private @Nullable Object convert(String text) {
		if (this.type == LocalDate.class) {
			return LocalDate.parse(text);
		}
		return (this.type == Year.class) ? Year.parse(text)
				: DefaultConversionService.getSharedInstance().convert(text, this.type);
	}

}
