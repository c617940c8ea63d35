package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Exposes a repository as a directory below the mount point. On a bean that implements
 * {@code io.fusemount.core.node.Directory}, exposes the directory that the bean provides.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface FuseMount {

	/**
	 * Path of the directory relative to the mount point, with {@code /} between names.
	 * Placeholders such as <code>${archive.path}</code> are resolved. On a repository,
	 * each name but the first may be a variable, which stands for one directory for each
	 * associated entity (<code>claims/{claim.number}</code>), value
	 * (<code>letters/{year}</code>) or period
	 * (<code>invoices/{created:yyyy}/{created:MM}</code>). Empty means the plural name
	 * derived from the entity ({@code Invoice} becomes {@code invoices}) or the bean
	 * name.
	 */
	String value() default "";

	/**
	 * Name of the mount that contains the directory, for an application with several
	 * mounts: <code>fusemount.mounts.<i>name</i>.mount-point</code>. Placeholders are
	 * resolved. Empty means the mount of {@code fusemount.mount-point}, or the only
	 * mount.
	 */
	String mount() default "";

	/**
	 * Whether the directory refuses every change with {@code EROFS}, even if the
	 * repository supports it.
	 */
	boolean readOnly() default false;

	/**
	 * Whether the repository is exposed at all. {@code false} hides a repository that the
	 * detection strategy would expose.
	 */
	boolean exported() default true;

	/**
	 * Condition on the rows of the repository that a caller can see and read, in the
	 * dialect of Spring Data's {@code @Query}: HQL about the row {@code e}, with
	 * expressions about the caller, such as
	 * <code>e.customer.login = ?#{authentication.name} or ?#{hasRole('CLERK')} = true</code>.
	 * All extensions of the application's expressions can be used, such as that of Spring
	 * Security. Names are those of all rows: the name of a hidden row is taken. A caller
	 * for whom an expression cannot be evaluated is refused with {@code EACCES}. Empty
	 * means that everybody sees all rows.
	 * <p>
	 * Where a text is not enough, a bean of the type
	 * {@code io.fusemount.data.jpa.rights.RowAccess} says the same by a specification of
	 * Spring Data JPA, for all repositories of its entity:
	 * <code>(letter, builder) -> builder.equal(letter.get("owner"), user)</code>. It
	 * applies together with this condition.
	 */
	String readable() default "";

	/**
	 * Condition on the rows of the repository that a caller can change and delete, as
	 * {@link #readable} is. A caller cannot create a row, or move one to another
	 * directory, that would not meet both conditions. Rows that are not readable cannot
	 * be changed either. Empty means that a caller can change whatever is readable.
	 */
	String writable() default "";

	/**
	 * How much the files of the repository may take. The default is any amount.
	 */
	FileQuota quota() default @FileQuota;

	/**
	 * Whether everybody with access to the mount may read every row of the repository
	 * although the application guards it: reads of a mount bypass method security,
	 * overridden finders, advice, and Hibernate filters and tenants that do not depend on
	 * the caller. Without this attribute, such a repository is rejected at startup.
	 * Changes always go through the repository.
	 */
	boolean unguardedReads() default false;

}
