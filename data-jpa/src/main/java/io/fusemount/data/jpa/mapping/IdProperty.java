package io.fusemount.data.jpa.mapping;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hibernate.generator.Assigned;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.support.DefaultConversionService;

/**
 * The identifier of an entity: one column or several, whose values have an order in the
 * database and a text that identifies them.
 */
public final class IdProperty {

	static final Set<Class<?>> TYPES = Set.of(long.class, Long.class, int.class, Integer.class, short.class,
			Short.class, String.class, UUID.class);

	private static final String SEPARATOR = ",";

	private final ConversionService conversion = DefaultConversionService.getSharedInstance();

	private final EntityPersister persister;

	private final List<IdPart> parts;

	/** {@code null} if the value of the only part is the id. */
	private final @Nullable CompositeId composite;

	private final IdConditions conditions;

	/**
	 * Creates the identifier.
	 * @param parts the columns, in the order of the text
	 */
	IdProperty(EntityPersister persister, List<IdPart> parts, @Nullable CompositeId composite,
			IdConditions conditions) {
		this.persister = persister;
		this.parts = List.copyOf(parts);
		this.composite = composite;
		this.conditions = conditions;
	}

	/**
	 * Returns the conditions on the identifier.
	 */
	public IdConditions conditions() {
		return this.conditions;
	}

	/**
	 * Returns the id of an entity.
	 */
	@SuppressWarnings("deprecation")
	public Object of(Object entity) {
		return this.persister.getIdentifierMapping().getIdentifier(entity);
	}

	/**
	 * Returns the id of a row.
	 * @param row the values of a query that begin with the
	 * {@linkplain IdConditions#selected selected} columns
	 */
	public Object ofRow(Object[] row) {
		if (this.composite == null) {
			return row[0];
		}
		Object[] values = new Object[this.parts.size()];
		for (int i = 0; i < values.length; i++) {
			values[this.parts.get(i).position()] = row[i];
		}
		return this.composite.of(Arrays.asList(values));
	}

	/**
	 * Whether the application assigns at least a part of the id of a new entity, and
	 * could choose an existing id.
	 */
	public boolean isAssigned() {
		return this.composite != null || this.persister.getGenerator() instanceof Assigned;
	}

	/**
	 * Returns the parts of the id that the application has to assign before an entity is
	 * saved, and that have no value.
	 */
	public List<String> missing(Object entity) {
		if (this.composite == null && !isAssigned()) {
			return List.of();
		}
		List<@Nullable Object> values = values(identifier(entity));
		return this.parts.stream()
			.filter((part) -> !part.given() && isNothing(values.get(part.position())))
			.map(IdPart::path)
			.toList();
	}

	/** Whether a value is missing: a primitive has 0 in place of null. */
	private boolean isNothing(@Nullable Object value) {
		return value == null || this.composite == null && value instanceof Number number && number.longValue() == 0;
	}

	/**
	 * Whether a new entity has an id already.
	 */
	public boolean isComplete(Object entity) {
		return values(identifier(entity)).stream().noneMatch(Objects::isNull);
	}

	@SuppressWarnings("deprecation")
	private @Nullable Object identifier(Object entity) {
		return this.persister.getIdentifierMapping().getIdentifier(entity);
	}

	private List<@Nullable Object> values(@Nullable Object id) {
		return (this.composite != null) ? this.composite.values(id) : Arrays.asList(id);
	}

	/**
	 * Returns those values of an id that are texts.
	 */
	public Stream<String> texts(@Nullable Object id) {
		return values(id).stream().filter(String.class::isInstance).map(String.class::cast);
	}

	/**
	 * Returns the id as text: that of its only column, or those of its columns in the
	 * order of the names of their properties, separated by commas.
	 */
	public String format(Object id) {
		if (this.composite == null) {
			return String.valueOf(id);
		}
		List<@Nullable Object> values = this.composite.values(id);
		return this.parts.stream()
			.map((part) -> escaped(String.valueOf(values.get(part.position()))))
			.collect(Collectors.joining(SEPARATOR));
	}

	/**
	 * Returns the id with the text, or {@code null} if no id has it.
	 */
	public @Nullable Object parse(String text) {
		try {
			Object id = (this.composite != null) ? parse(text, this.composite)
					: this.conversion.convert(text, this.parts.get(0).type());
			return (id != null && format(id).equals(text)) ? id : null;
		}
		catch (ConversionException ex) {
			return null;
		}
	}

	/**
	 * Returns the id whose columns have the texts, or {@code null} if there is none.
	 * @param texts returns the text of a column, named as in SQL, or {@code null}
	 */
	public @Nullable Object ofColumns(UnaryOperator<@Nullable String> texts) {
		List<String> found = new ArrayList<>();
		for (IdPart part : this.parts) {
			String text = texts.apply(part.column());
			if (text == null) {
				return null;
			}
			found.add((this.composite != null) ? escaped(text) : text);
		}
		return parse(String.join(SEPARATOR, found));
	}

	private static String escaped(String text) {
		return text.replace("%", "%25").replace(SEPARATOR, "%2C");
	}

	private @Nullable Object parse(String text, CompositeId target) {
		String[] texts = text.split(SEPARATOR, -1);
		if (texts.length != this.parts.size()) {
			return null;
		}
		Object[] values = new Object[texts.length];
		for (int i = 0; i < texts.length; i++) {
			IdPart part = this.parts.get(i);
			Object value = this.conversion.convert(texts[i].replace("%2C", SEPARATOR).replace("%25", "%"), part.type());
			if (value == null) {
				return null;
			}
			values[part.position()] = value;
		}
		return target.of(Arrays.asList(values));
	}

}
