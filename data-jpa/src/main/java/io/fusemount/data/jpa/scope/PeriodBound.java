package io.fusemount.data.jpa.scope;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Objects;

import io.fusemount.data.jpa.mapping.PropertyPath;
import io.fusemount.data.jpa.mapping.RowIdentity;
import io.fusemount.data.jpa.mapping.TimeConversion;
import io.fusemount.data.jpa.template.Period;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import org.jspecify.annotations.Nullable;

/**
 * The rows whose time is in a period.
 *
 * @param rows the rows
 * @param path the property
 * @param period the period, {@code null} for the rows that have no time
 */
public record PeriodBound(RowIdentity rows, PropertyPath path, @Nullable Period period) implements Bound {

	@Override
	public String condition(String alias, String parameter) {
		return (this.period == null) ? this.rows.lacks(alias, this.path) : "(" + this.path.of(alias) + " >= :"
				+ parameter + "From and " + this.path.of(alias) + " < :" + parameter + "To)";
	}

	@Override
	public void bind(Query query, String parameter) {
		if (this.period != null) {
			query.setParameter(parameter + "From", value(this.path, this.period.start()));
			query.setParameter(parameter + "To", value(this.path, this.period.end()));
		}
	}

	/**
	 * Returns a moment as a value of the property.
	 */
	public static Object value(PropertyPath path, LocalDateTime moment) {
		Class<?> type = path.property().type();
		return (type == LocalDate.class) ? moment.toLocalDate()
				: TimeConversion.fromInstant(moment.atZone(ZoneId.systemDefault()).toInstant(), type);
	}

	/**
	 * Returns a value of the property as a moment.
	 */
	public static LocalDateTime moment(Object value) {
		return (value instanceof LocalDate date) ? date.atStartOfDay() : LocalDateTime
			.ofInstant(Objects.requireNonNull(TimeConversion.toInstant(value)), ZoneId.systemDefault());
	}

	@Override
	public String identity() {
		return this.path + ((this.period != null) ? "=" + this.period : " is null");
	}

	@Override
	public String refusal() {
		return "The directory is a period of " + this.rows.entity() + "." + this.path
				+ ", and does not say which moment of it a new file is from";
	}

	@Override
	public void apply(EntityManager entityManager, Object entity) {
		throw new IllegalStateException(refusal());
	}

}
