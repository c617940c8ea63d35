package io.fusemount.data.jpa.mapping;

import java.util.function.UnaryOperator;

import io.fusemount.annotation.FuseMount;
import io.fusemount.core.errno.ErrnoException;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.mount.UnknownMountException;
import io.fusemount.data.jpa.guard.ReadGuards;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.jpa.mapping.JpaPersistentEntity;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;

/**
 * Makes the mapping of one repository.
 */
final class FileMappingBuilder {

	private final RepositoryFactoryInformation<?, ?> factory;

	private final Class<?> repositoryInterface;

	private final Class<?> entityType;

	private final @Nullable FuseMount annotation;

	FileMappingBuilder(RepositoryFactoryInformation<?, ?> factory) {
		RepositoryInformation information = factory.getRepositoryInformation();
		this.factory = factory;
		this.repositoryInterface = information.getRepositoryInterface();
		this.entityType = information.getDomainType();
		this.annotation = AnnotatedElementUtils.findMergedAnnotation(this.repositoryInterface, FuseMount.class);
	}

	Class<?> repositoryInterface() {
		return this.repositoryInterface;
	}

	boolean isAnnotated() {
		return this.annotation != null;
	}

	boolean isExposedBy(DetectionStrategy strategy) {
		return strategy.exposes(this.repositoryInterface, this.annotation);
	}

	/**
	 * Returns the mount that the directory is in, or {@code null} if that is not to be
	 * mounted.
	 * @throws MappingException if there is no such mount
	 */
	@Nullable String mount(MountPlan mounts, UnaryOperator<String> placeholders) {
		String named = (this.annotation != null) ? resolve(this.annotation.mount(), "be in the mount", placeholders)
				: "";
		try {
			return mounts.find(named);
		}
		catch (UnknownMountException ex) {
			throw problem("can be in no mount: " + ex.problem(), ex.fix());
		}
	}

	/**
	 * Makes the mapping.
	 * @param mount the mount that the directory is in
	 * @param readOnly whether that refuses changes
	 * @throws MappingException if that is not possible
	 */
	FileMapping build(Object repositoryBean, PersistenceUnits units, String mount, boolean readOnly,
			UnaryOperator<String> placeholders) {
		// Null for stores without a mapping context, whatever its declaration says.
		PersistentEntity<?, ?> persistentEntity = this.factory.getPersistentEntity();
		if (!(persistentEntity instanceof JpaPersistentEntity)) {
			throw problem("is not a JPA entity", "Remove @FuseMount, or provide a bean that implements Directory");
		}
		EntityRepository repository = new EntityRepository(repositoryBean, this.factory.getRepositoryInformation());
		boolean changeable = !readOnly && (this.annotation == null || !this.annotation.readOnly());
		boolean writable = changeable && repository.canSave();
		if (writable && !repository.canInstantiate()) {
			throw problem("can not be created, for it is abstract or has no constructor without parameters",
					"Add such a constructor, or use @FuseMount(readOnly = true)");
		}
		PersistenceUnit unit = units.require(this.repositoryInterface, this.entityType);
		EntityMapping entity = new EntityMappingBuilder(this.repositoryInterface, this.entityType,
				unit.sessionFactory(), writable)
			.build();
		requireUnguarded(repositoryBean, entity);
		return new FileMapping(mount, path(entity, placeholders), this.repositoryInterface, repository, entity, unit,
				writable, changeable && repository.canDelete());
	}

	/** Whoever enters a mount reads every row, so the application has to want that. */
	private void requireUnguarded(Object repository, EntityMapping entity) {
		if (this.annotation != null && this.annotation.unguardedReads()) {
			return;
		}
		String guard = ReadGuards.find(this.factory.getRepositoryInformation(), repository, entity.persister());
		Association association = entity.content().association();
		if (guard == null && association != null) {
			String other = ReadGuards.find(association.target());
			guard = (other != null)
					? "has its content in " + association.target().getMappedClass().getSimpleName() + ", which " + other
					: null;
		}
		if (guard != null) {
			throw problem(guard, "If everybody who may enter the mount may read every row, say so: "
					+ "@FuseMount(unguardedReads = true)");
		}
	}

	private String path(EntityMapping entity, UnaryOperator<String> placeholders) {
		if (this.annotation == null || this.annotation.value().isEmpty()) {
			return DirectoryPath.forEntity(entity.name());
		}
		String value = resolve(this.annotation.value(), "be at", placeholders);
		try {
			return DirectoryPath.of(value);
		}
		catch (ErrnoException ex) {
			throw problem("would be at '" + value + "', which is no path",
					"Put a path such as \"invoices\" or \"archive/invoices\" into @FuseMount");
		}
	}

	private String resolve(String value, String would, UnaryOperator<String> placeholders) {
		String resolved;
		try {
			resolved = placeholders.apply(value);
		}
		catch (IllegalArgumentException ex) {
			resolved = value;
		}
		if (resolved.contains("${")) {
			throw problem("would " + would + " '" + resolved + "', and a placeholder in it has no value",
					"Set the property in the application's configuration, or give a default: ${property:default}");
		}
		return resolved;
	}

	MappingException overlaps(FileMapping mapping, FileMapping other) {
		return problem(
				"would be at '" + mapping.path() + "', but " + other.repositoryInterface().getName() + " is at '"
						+ other.path() + "'",
				"Give one of them another path with @FuseMount(\"…\"), or hide it with @FuseMount(exported = false)");
	}

	private MappingException problem(String problem, String fix) {
		return new MappingException(this.repositoryInterface, this.entityType, null, problem, fix);
	}

}
