package io.fusemount.data.jpa.mapping;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.fusemount.annotation.FuseMount;
import io.fusemount.core.mount.MountPlan;
import io.fusemount.core.mount.UnknownMountException;
import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.guard.AskedRows;
import io.fusemount.data.jpa.guard.CallerGuards;
import io.fusemount.data.jpa.guard.ReadGuards;
import io.fusemount.data.jpa.guard.ReadPermission;
import io.fusemount.data.jpa.guard.RowFilters;
import io.fusemount.data.jpa.guard.SavePermission;
import io.fusemount.data.jpa.rights.CallerContext;
import io.fusemount.data.jpa.rights.DeclaredRights;
import io.fusemount.data.jpa.rights.RowRights;
import io.fusemount.data.jpa.template.PathSegment;
import io.fusemount.data.jpa.template.PathTemplate;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.data.jpa.mapping.JpaPersistentEntity;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.repository.core.RepositoryInformation;
import org.springframework.data.repository.core.support.RepositoryFactoryInformation;

/**
 * Builds the mapping of one repository.
 */
final class FileMappingBuilder {

	private final RepositoryFactoryInformation<?, ?> factory;

	private final Class<?> repositoryInterface;

	private final Class<?> entityType;

	private final @Nullable FuseMount annotation;

	private final CallerContext callers;

	/**
	 * Creates the builder.
	 * @param callers evaluates expressions about callers
	 */
	FileMappingBuilder(RepositoryFactoryInformation<?, ?> factory, CallerContext callers) {
		RepositoryInformation information = factory.getRepositoryInformation();
		this.factory = factory;
		this.repositoryInterface = information.getRepositoryInterface();
		this.entityType = information.getDomainType();
		this.annotation = AnnotatedElementUtils.findMergedAnnotation(this.repositoryInterface, FuseMount.class);
		this.callers = callers;
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
	 * Returns the mount of the directory, or {@code null} if that mount is disabled.
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
	 * Returns the path of the directories.
	 * @throws MappingException if the declared path is not valid
	 */
	PathTemplate template(PersistenceUnits units, UnaryOperator<String> placeholders) {
		if (this.annotation == null || this.annotation.value().isEmpty()) {
			return PathTemplate.forEntity(entityName(units));
		}
		String value = resolve(this.annotation.value(), "be at", placeholders);
		try {
			return PathTemplate.parse(value);
		}
		catch (IllegalArgumentException ex) {
			throw problem("would be at '" + value + "', which " + ex.getMessage(),
					"Put a path such as \"invoices\", \"archive/invoices\" or \"claims/{claim.number}\" into @FuseMount");
		}
	}

	private String entityName(PersistenceUnits units) {
		return isEntity() ? units.require(this.repositoryInterface, this.entityType)
			.sessionFactory()
			.getMappingMetamodel()
			.getEntityDescriptor(this.entityType)
			.getJpaEntityName() : this.entityType.getSimpleName();
	}

	/**
	 * Whether the entities are directories instead of files.
	 * @param others the paths of all repositories of the mount
	 */
	boolean isDirectory(PersistenceUnits units, PathTemplate own, Map<FileMappingBuilder, PathTemplate> others) {
		if (!isAnnotated() || !isEntity()) {
			return false;
		}
		PersistenceUnit unit = units.require(this.repositoryInterface, this.entityType);
		if (!new EntityMappingBuilder(this.repositoryInterface, this.entityType, unit.sessionFactory(), false,
				this.callers.names())
			.isFile()) {
			return true;
		}
		return others.entrySet()
			.stream()
			.anyMatch((other) -> other.getKey() != this
					&& other.getKey().leadsTo(this.entityType, unit, own, other.getValue()));
	}

	/**
	 * Whether the step of its path after another path is an association with an entity.
	 */
	private boolean leadsTo(Class<?> entity, PersistenceUnit unit, PathTemplate other, PathTemplate own) {
		int length = other.segments().size();
		if (own.segments().size() <= length || !own.segments().subList(0, length).equals(other.segments())
				|| !(own.segments().get(length) instanceof PathSegment.Variable variable)
				|| !unit.manages(this.entityType)) {
			return false;
		}
		PropertyPaths paths = new PropertyPaths(
				unit.sessionFactory().getMappingMetamodel().getEntityDescriptor(this.entityType),
				DatabaseKind.of(unit.sessionFactory()));
		PropertyPath path = paths.find(variable.property());
		if (path != null && !path.isAssociation() && !path.isOwn()) {
			path = paths.find(path.toOwner());
		}
		return path != null && path.isAssociation() && path.target().getMappedClass() == entity;
	}

	private boolean isEntity() {
		// Null for stores without a mapping context, whatever its declaration says.
		PersistentEntity<?, ?> persistentEntity = this.factory.getPersistentEntity();
		return persistentEntity instanceof JpaPersistentEntity;
	}

	/**
	 * Builds the mapping of files.
	 * @param mount the mount of the directories
	 * @param readOnly whether the mount refuses changes
	 * @throws MappingException if the repository cannot be mapped
	 */
	FileMapping build(Object repositoryBean, PersistenceUnits units, String mount, boolean readOnly,
			PathTemplate template, Set<Class<?>> known) {
		EntityRepository repository = repository(repositoryBean);
		boolean changeable = isChangeable(readOnly);
		boolean writable = isWritable(repository, changeable);
		PersistenceUnit unit = units.require(this.repositoryInterface, this.entityType);
		EntityMapping entity = new EntityMappingBuilder(this.repositoryInterface, this.entityType,
				unit.sessionFactory(), writable, this.callers.names())
			.build();
		ReadPermission permission = permission(repositoryBean);
		AskedRows rows = rows(repositoryBean);
		requireUnguarded(repositoryBean, entity.persister(), entity.content().association(), permission, rows);
		return new FileMapping(mount, template, segments(unit, template, known), this.repositoryInterface, repository,
				entity, unit, rights(unit, entity.row(), repositoryBean, repository, permission, rows),
				quota(entity.row()), writable, changeable && repository.canDelete());
	}

	/**
	 * Builds the mapping of directories.
	 * @param mount the mount of the directories
	 * @param readOnly whether the mount refuses changes
	 * @throws MappingException if the repository cannot be mapped
	 */
	FolderMapping buildDirectories(Object repositoryBean, PersistenceUnits units, String mount, boolean readOnly,
			PathTemplate template, Set<Class<?>> known) {
		EntityRepository repository = repository(repositoryBean);
		boolean changeable = isChangeable(readOnly);
		boolean writable = isWritable(repository, changeable);
		PersistenceUnit unit = units.require(this.repositoryInterface, this.entityType);
		EntityMappingBuilder builder = new EntityMappingBuilder(this.repositoryInterface, this.entityType,
				unit.sessionFactory(), writable, this.callers.names());
		RowMapping row = builder.buildDirectory(null);
		ReadPermission permission = permission(repositoryBean);
		AskedRows rows = rows(repositoryBean);
		requireUnguarded(repositoryBean, row.persister(), null, permission, rows);
		return new FolderMapping(mount, template, segments(unit, template, known), this.repositoryInterface, repository,
				row, builder.parent(), unit, rights(unit, row, repositoryBean, repository, permission, rows), writable,
				changeable && repository.canDelete());
	}

	private ReadPermission permission(Object repository) {
		return isUnguarded() ? ReadPermission.ALL
				: ReadPermission.of(this.factory.getRepositoryInformation(), repository);
	}

	private AskedRows rows(Object repository) {
		return isUnguarded() ? AskedRows.NONE : AskedRows.of(this.factory.getRepositoryInformation(), repository);
	}

	private RowRights rights(PersistenceUnit unit, RowMapping entity, Object bean, EntityRepository repository,
			ReadPermission permission, AskedRows rows) {
		SavePermission saving = repository.canSave() ? SavePermission.of(this.factory.getRepositoryInformation(), bean)
				: SavePermission.ALL;
		// Wherever callers are bound, sessions have their tenants, whatever is declared.
		CallerGuards guards = new CallerGuards(permission, saving,
				this.callers.isToldCallers() ? RowFilters.of(entity.persister()) : RowFilters.NONE, rows);
		DeclaredRights declared = (this.annotation != null)
				? new DeclaredRights(this.annotation.readable(), this.annotation.writable()) : DeclaredRights.NONE;
		boolean changing = isChangeable(false) && (repository.canSave() || repository.canDelete());
		if (!declared.writable().isBlank() && !changing) {
			throw problem("has the condition writable = \"" + declared.writable() + "\", and no file can be changed",
					"Remove the condition, or let the repository save or delete");
		}
		return declared.build(this.repositoryInterface.getSimpleName(), entity.name(), entity.type(),
				unit.entityManagerFactory(), guards, this.callers,
				(condition, reason) -> problem("has the condition " + condition + ", which " + reason,
						"Write it as in @Query: HQL about the row e, with values of the caller as ?#{…}"));
	}

	private @Nullable QuotaMapping quota(RowMapping rows) {
		return (this.annotation != null)
				? new QuotaMappingBuilder(rows, this.callers, this::problem).build(this.annotation.quota()) : null;
	}

	private List<DirectorySegment> segments(PersistenceUnit unit, PathTemplate template, Set<Class<?>> known) {
		return new SegmentResolver(this.repositoryInterface, this.entityType, unit.sessionFactory(), known,
				isUnguarded(), this.callers)
			.resolve(template);
	}

	private EntityRepository repository(Object bean) {
		if (!isEntity()) {
			throw problem("is not a JPA entity", "Remove @FuseMount, or provide a bean that implements Directory");
		}
		return new EntityRepository(bean, this.factory.getRepositoryInformation());
	}

	private boolean isChangeable(boolean readOnly) {
		return !readOnly && (this.annotation == null || !this.annotation.readOnly());
	}

	private boolean isWritable(EntityRepository repository, boolean changeable) {
		boolean writable = changeable && repository.canSave();
		if (writable && !repository.canInstantiate()) {
			throw problem("cannot be created: it is abstract or has no constructor without parameters",
					"Add such a constructor, or use @FuseMount(readOnly = true)");
		}
		return writable;
	}

	private boolean isUnguarded() {
		return this.annotation != null && this.annotation.unguardedReads();
	}

	/**
	 * Requires that no rows are guarded in a way that cannot be applied, unless the
	 * application declares unguarded reads.
	 */
	private void requireUnguarded(Object repository, EntityPersister entity, @Nullable Association association,
			ReadPermission permission, AskedRows rows) {
		if (isUnguarded()) {
			return;
		}
		String guard = ReadGuards.find(this.factory.getRepositoryInformation(), repository, entity, permission, rows,
				this.callers.isToldCallers());
		if (guard == null && association != null) {
			String other = ReadGuards.find(association.target(), entity, this.callers.isToldCallers());
			guard = (other != null)
					? "has its content in " + association.target().getMappedClass().getSimpleName() + ", which " + other
					: null;
		}
		if (guard != null) {
			throw problem(guard, "If everybody who may enter the mount may read every row, declare it: "
					+ "@FuseMount(unguardedReads = true)");
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

	MappingException overlaps(PathTemplate own, PathTemplate other, Class<?> repository) {
		return problem("would be at '" + own + "', but " + repository.getName() + " is at '" + other + "'",
				"Give one of them another path with @FuseMount(\"…\"), or hide it with @FuseMount(exported = false)");
	}

	private MappingException problem(String problem, String fix) {
		return new MappingException(this.repositoryInterface, this.entityType, null, problem, fix);
	}

}
