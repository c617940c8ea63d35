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
	 * each name but the first may be a variable, for which there is a directory for each
	 * associated entity (<code>claims/{claim.number}</code>), value
	 * (<code>letters/{year}</code>) or period
	 * (<code>invoices/{created:yyyy}/{created:MM}</code>). Empty means the plural name
	 * derived from the entity ({@code Invoice} becomes {@code invoices}) or the bean
	 * name.
	 */
	String value() default "";

	/**
	 * Name of the mount that the directory is in, of an application with several:
	 * <code>fusemount.mounts.<i>name</i>.mount-point</code>. Placeholders are resolved.
	 * Empty means the mount of {@code fusemount.mount-point}, or the only one that there
	 * is.
	 */
	String mount() default "";

	/**
	 * Whether the directory refuses every change with {@code EROFS}, whatever the
	 * repository could do.
	 */
	boolean readOnly() default false;

	/**
	 * Whether the repository is exposed at all; {@code false} hides a repository that the
	 * detection strategy would expose.
	 */
	boolean exported() default true;

	/**
	 * Whether everybody who may enter the mount may read every row of the repository,
	 * though the application guards it: reads of a mount pass by method security,
	 * overridden finders, advice, filters of Hibernate and tenants. Without it, such a
	 * repository is refused at start. Changes go through the repository all the same.
	 */
	boolean unguardedReads() default false;

}
