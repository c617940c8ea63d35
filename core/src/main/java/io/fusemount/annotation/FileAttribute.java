package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a property of an entity, or of an embeddable in it, that programs see as an
 * extended attribute of its file or directory: {@code getfattr -d} shows it.
 * <p>
 * The value is text in UTF-8: numbers without grouping, constants of an enum by their
 * names, dates and times in the format of ISO 8601. A {@code byte[]} is the value itself.
 * A property that is {@code null} is no attribute.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/xattr.7.html">xattr(7)</a>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD })
public @interface FileAttribute {

	/**
	 * The name of the attribute after {@code user.}, by default that of the property.
	 */
	String value() default "";

	/**
	 * For an association with a single entity, the path from there to the property that
	 * is the value, such as {@code name} of the customer of an invoice. It cannot be
	 * changed, and costs a statement with each save if the association is lazy.
	 */
	String path() default "";

	/**
	 * Whether programs can change the attribute: {@code setfattr -n} sets it, and
	 * {@code setfattr -x} makes it {@code null}, through the repository. Copies of a file
	 * then have its value, too, if the program that copies preserves attributes, as
	 * {@code cp -a} does.
	 */
	boolean writable() default false;

}
