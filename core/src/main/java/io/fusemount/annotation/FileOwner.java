package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the property of an entity that keeps the owner of its file or directory: the name
 * of a user as a {@code String}, or the user id as an {@code int} or {@code long}.
 * <p>
 * Programs see the owner as that of the file, the kernel decides by it who may do what,
 * and {@code chown} changes it. What is new belongs to the user whose program creates it.
 * A row without a value, and one whose entity has no such property, belongs to the owner
 * of the mount ({@code fusemount.uid}).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD })
public @interface FileOwner {

}
