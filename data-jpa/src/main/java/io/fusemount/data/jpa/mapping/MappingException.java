package io.fusemount.data.jpa.mapping;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a repository cannot become a directory. Names the repository, the reason and
 * the fix.
 */
public final class MappingException extends RuntimeException {

	private final Class<?> repository;

	private final Class<?> entity;

	private final @Nullable String property;

	private final String problem;

	private final String fix;

	public MappingException(Class<?> repository, Class<?> entity, @Nullable String property, String problem,
			String fix) {
		super("Repository " + repository.getName() + " cannot be mounted: " + entity.getSimpleName()
				+ ((property != null) ? "." + property : "") + " " + problem + ". " + fix + ".");
		this.repository = repository;
		this.entity = entity;
		this.property = property;
		this.problem = problem;
		this.fix = fix;
	}

	/**
	 * Returns the repository interface.
	 */
	public Class<?> repository() {
		return this.repository;
	}

	/**
	 * Returns the entity class.
	 */
	public Class<?> entity() {
		return this.entity;
	}

	/**
	 * Returns the property in question, or {@code null} if the problem concerns the whole
	 * entity or the repository.
	 */
	public @Nullable String property() {
		return this.property;
	}

	/**
	 * Returns the problem, as the predicate of a sentence about the entity or property.
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * Returns the fix, a sentence without its full stop.
	 */
	public String fix() {
		return this.fix;
	}

}
