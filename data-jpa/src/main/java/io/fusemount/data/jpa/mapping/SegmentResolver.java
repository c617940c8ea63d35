package io.fusemount.data.jpa.mapping;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import io.fusemount.data.jpa.database.DatabaseKind;
import io.fusemount.data.jpa.guard.ReadGuards;
import io.fusemount.data.jpa.rights.CallerContext;
import io.fusemount.data.jpa.template.PathSegment;
import io.fusemount.data.jpa.template.PathTemplate;
import io.fusemount.data.jpa.template.PeriodPattern;
import io.fusemount.data.jpa.template.ValueText;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the variables of a path for an entity, or reports why one has no meaning.
 */
final class SegmentResolver {

	private final Class<?> repository;

	private final SessionFactoryImplementor sessionFactory;

	private final EntityPersister persister;

	private final DatabaseKind database;

	private final Set<Class<?>> known;

	private final boolean unguarded;

	private final CallerContext callers;

	/**
	 * Creates the resolver.
	 * @param known the entities that have repositories
	 * @param unguarded whether guards of other entities are ignored
	 * @param callers the application as callers see it
	 */
	SegmentResolver(Class<?> repository, Class<?> entity, SessionFactoryImplementor sessionFactory, Set<Class<?>> known,
			boolean unguarded, CallerContext callers) {
		this.repository = repository;
		this.sessionFactory = sessionFactory;
		this.persister = sessionFactory.getMappingMetamodel().getEntityDescriptor(entity);
		this.database = DatabaseKind.of(sessionFactory);
		this.known = known;
		this.unguarded = unguarded;
		this.callers = callers;
	}

	List<DirectorySegment> resolve(PathTemplate template) {
		List<DirectorySegment> segments = new ArrayList<>();
		for (PathSegment segment : template.segments()) {
			segments.add((segment instanceof PathSegment.Variable variable) ? resolve(variable, segments, template)
					: new DirectorySegment.Fixed(((PathSegment.Fixed) segment).name()));
		}
		return segments;
	}

	private DirectorySegment resolve(PathSegment.Variable variable, List<DirectorySegment> above,
			PathTemplate template) {
		PropertyPath path = new PropertyPaths(this.persister, this.database).find(variable.property());
		if (path == null) {
			throw problem(null,
					"has no property '" + variable.property() + "' that the directory " + variable
							+ " could be named after",
					"Put the name of a property into @FuseMount, or of one of an associated entity: {claim.number}");
		}
		if (above.stream()
			.anyMatch((it) -> it instanceof DirectorySegment.Rows rows && rows.path().name().equals(path.name())
					|| it instanceof DirectorySegment.Values values && values.path().name().equals(path.name()))) {
			throw problem(path.name(), "is in the path twice", "Name each property once");
		}
		if (variable.pattern() != null) {
			return periods(path, variable.pattern(), above);
		}
		if (path.isAssociation()) {
			return rows(path, null);
		}
		ValueText text = new ValueText(path.property().type());
		if (!path.isOwn() && text.isNaming()
				&& !isNamedLater(path, template.segments().subList(above.size() + 1, template.segments().size()))) {
			PropertyPath association = new PropertyPaths(this.persister, this.database).find(path.toOwner());
			return rows(Objects.requireNonNull(association), path.property().name());
		}
		if (!text.isPossible()) {
			throw problem(variable.property(),
					"is of type " + path.property().type().getSimpleName() + ", which cannot name a directory",
					isTime(path) ? "Say by a pattern how to write it: {" + variable.property() + ":yyyy}"
							: "Use text, a number, an enum, a date, or an associated entity");
		}
		requireUnguarded(path, path.owner());
		return new DirectorySegment.Values(path, identity(path.owner()), text,
				(path.isOwn() && text.isText()) ? column(path) : null);
	}

	private NameColumn column(PropertyPath path) {
		return new ColumnMetadata(path.owner(), this.database, EntityProperty.of(path.owner())).name(path.property());
	}

	/**
	 * Whether a later step names a row: the property before it is common to several rows
	 * then.
	 */
	private static boolean isNamedLater(PropertyPath path, List<PathSegment> below) {
		return below.stream()
			.anyMatch((segment) -> segment instanceof PathSegment.Variable later
					&& (later.property() + ".").startsWith(path.toOwner() + "."));
	}

	private DirectorySegment rows(PropertyPath association, @Nullable String naming) {
		EntityPersister target = association.target();
		requireUnguarded(association, target);
		EntityMappingBuilder builder = new EntityMappingBuilder(this.repository, target.getMappedClass(),
				this.sessionFactory, false, this.callers.names());
		return new DirectorySegment.Rows(association, builder.buildDirectory(naming), builder.parent(),
				this.known.contains(target.getMappedClass()));
	}

	private DirectorySegment periods(PropertyPath path, String pattern, List<DirectorySegment> above) {
		if (!isTime(path)) {
			throw problem(path.name(),
					"is of type " + path.property().type().getSimpleName() + ", which has no pattern",
					"Leave the pattern out, or name a time");
		}
		ChronoUnit known = null;
		for (DirectorySegment segment : above) {
			if (segment instanceof DirectorySegment.Periods periods && periods.path().name().equals(path.name())) {
				known = periods.pattern().unit();
			}
		}
		PeriodPattern periods;
		try {
			periods = PeriodPattern.of(pattern, known);
		}
		catch (IllegalArgumentException ex) {
			throw problem(path.name(), String.valueOf(ex.getMessage()), "Use yyyy, then MM, then dd, then HH: {" + path
					+ ":yyyy}/{" + path + ":MM}, or several in one: {" + path + ":yyyy-MM}");
		}
		if (periods.unit() == ChronoUnit.HOURS && path.property().type() == LocalDate.class) {
			throw problem(path.name(), "is a date, which has no hours", "Use yyyy, MM and dd");
		}
		requireUnguarded(path, path.owner());
		return new DirectorySegment.Periods(path, identity(path.owner()), periods);
	}

	/** Requires that whoever sees the same rows sees the same directories. */
	private void requireUnguarded(PropertyPath path, EntityPersister named) {
		String guard = (this.unguarded || named == this.persister) ? null
				: ReadGuards.find(named, this.persister, this.callers.isToldCallers());
		if (guard != null) {
			throw problem(path.name(),
					"names directories after " + named.getMappedClass().getSimpleName() + ", which " + guard,
					"If everybody who may enter the mount may read every row, declare it: "
							+ "@FuseMount(unguardedReads = true)");
		}
	}

	private RowIdentity identity(EntityPersister owner) {
		IdProperty id = new IdPropertyBuilder(owner, this.database, EntityProperty.of(owner), this::problem).build();
		return new RowIdentity(owner.getJpaEntityName(), id.conditions());
	}

	private static boolean isTime(PropertyPath path) {
		Class<?> type = path.property().type();
		return type == LocalDate.class || TimeConversion.TYPES.contains(type);
	}

	private MappingException problem(@Nullable String property, String problem, String fix) {
		return new MappingException(this.repository, this.persister.getMappedClass(), property, problem, fix);
	}

}
