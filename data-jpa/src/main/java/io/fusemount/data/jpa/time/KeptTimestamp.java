package io.fusemount.data.jpa.time;

import java.util.EnumSet;

import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.jspecify.annotations.Nullable;

/**
 * Generates the time that Hibernate sets itself ({@code @UpdateTimestamp}), unless the
 * entity keeps another one ({@link KeptTimes}).
 */
final class KeptTimestamp implements BeforeExecutionGenerator {

	private static final long serialVersionUID = 1L;

	private final BeforeExecutionGenerator generator;

	private final String property;

	KeptTimestamp(BeforeExecutionGenerator generator, String property) {
		this.generator = generator;
		this.property = property;
	}

	@Override
	public @Nullable Object generate(SharedSessionContractImplementor session, Object owner,
			@Nullable Object currentValue, EventType eventType) {
		Object kept = KeptTimes.of(session, owner, this.property);
		return (kept != null) ? kept : this.generator.generate(session, owner, currentValue, eventType);
	}

	@Override
	public EnumSet<EventType> getEventTypes() {
		return this.generator.getEventTypes();
	}

	@Override
	public Class<?> getGeneratedType() {
		return this.generator.getGeneratedType();
	}

	@Override
	public boolean allowAssignedIdentifiers() {
		return this.generator.allowAssignedIdentifiers();
	}

	@Override
	public boolean allowMutation() {
		return this.generator.allowMutation();
	}

}
