package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the property of an entity that keeps the group of its file or directory: the name
 * of a group as a {@code String}, or the group id as an {@code int} or {@code long}.
 * <p>
 * What is new has the group of the program that creates it, or that of the directory if
 * the mode of the directory says so ({@code chmod g+s}). A row without a value, and one
 * whose entity has no such property, has the group of the mount ({@code fusemount.gid}).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD })
public @interface FileGroup {

}
