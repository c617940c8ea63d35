package io.fusemount.data.jpa.mapping;

import java.util.Set;
import java.util.UUID;

import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.support.DefaultConversionService;

/**
 * The identifier of an entity: one column whose values have an order in the database and
 * a text that identifies them.
 */
public final class IdProperty {

	static final Set<Class<?>> TYPES = Set.of(long.class, Long.class, int.class, Integer.class, short.class,
			Short.class, String.class, UUID.class);

	private final ConversionService conversion = DefaultConversionService.getSharedInstance();

	private final String name;

	private final Class<?> type;

	private final EntityPersister persister;

	IdProperty(String name, Class<?> type, EntityPersister persister) {
		this.name = name;
		this.type = type;
		this.persister = persister;
	}

	/**
	 * Returns the property's name.
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the id of an entity.
	 */
	@SuppressWarnings("deprecation")
	public Object of(Object entity) {
		return this.persister.getIdentifierMapping().getIdentifier(entity);
	}

	/**
	 * Whether an entity that nobody has saved has no id.
	 */
	@SuppressWarnings("deprecation")
	public boolean isMissing(Object entity) {
		Object id = this.persister.getIdentifierMapping().getIdentifier(entity);
		return id == null;
	}

	/**
	 * Returns the id as text.
	 */
	public String format(Object id) {
		return String.valueOf(id);
	}

	/**
	 * Returns the id whose text this is, or {@code null} if it is none's.
	 */
	public @Nullable Object parse(String text) {
		try {
			Object id = this.conversion.convert(text, this.type);
			return (id != null && format(id).equals(text)) ? id : null;
		}
		catch (ConversionException ex) {
			return null;
		}
	}

}
