package io.fusemount.data.jpa.time;

import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.generator.Generator;
import org.hibernate.generator.internal.CurrentTimestampGeneration;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.GeneratorCreator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;

/**
 * Makes {@link KeptTimes} override the times that Hibernate takes from the clock of this
 * process. Times of the database's clock are set by the statement itself, and stay.
 */
public final class KeptTimestamps implements Integrator {

	@Override
	public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor sessionFactory) {
		for (PersistentClass entity : metadata.getEntityBindings()) {
			entity.getPropertyClosure()
				.stream()
				.filter((property) -> property != entity.getVersion())
				.forEach((property) -> keep(property, property.getName()));
		}
	}

	/** Entities of a hierarchy share their properties. */
	private static void keep(Property property, String name) {
		if (property.getValue() instanceof Component embedded) {
			embedded.getProperties().forEach((part) -> keep(part, name + "." + part.getName()));
		}
		GeneratorCreator creator = property.getValueGeneratorCreator();
		if (creator != null && !(creator instanceof Keeping)) {
			property
				.setValueGeneratorCreator((Keeping) (generation) -> kept(creator.createGenerator(generation), name));
		}
	}

	private static Generator kept(Generator generator, String property) {
		return (generator instanceof CurrentTimestampGeneration timestamp && !timestamp.generatedOnExecution())
				? new KeptTimestamp(timestamp, property) : generator;
	}

	/** Marks a generator that has been wrapped already. */
	@FunctionalInterface
	private interface Keeping extends GeneratorCreator {

	}

}
