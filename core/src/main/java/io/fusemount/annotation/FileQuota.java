package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How much the files of a repository may take: all together, or those that have the same
 * value of a property, such as an owner or a customer. What does not fit is refused with
 * {@code EDQUOT}. Only mounts ask for quotas; the application's own changes count, and
 * are not refused.
 */
@Documented
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface FileQuota {

	/**
	 * Most bytes, such as <code>10GB</code>, or the path of a property of the entity that
	 * {@link #per} leads to, such as <code>customer.quota</code>, which holds a number of
	 * bytes, or {@code null} for no limit. Placeholders are resolved. Empty means no
	 * limit.
	 */
	String bytes() default "";

	/**
	 * Most files, as a number or as a path. Placeholders are resolved. Empty means no
	 * limit.
	 */
	String files() default "";

	/**
	 * Path of the property whose value the files of one quota have in common, such as
	 * <code>customer</code> or <code>owner</code>. Files without a value have no quota.
	 * Empty means that all files of the repository count together.
	 */
	String per() default "";

	/**
	 * Expression for the value that {@link #per} has in new files of a caller, such as
	 * <code>?#{authentication.name}</code>; the id if it is an entity. It lets writes
	 * fail early, and {@code df} tell what is left. Empty if the path of the directory
	 * says so, as in <code>customers/{customer}</code>.
	 */
	String caller() default "";

}
