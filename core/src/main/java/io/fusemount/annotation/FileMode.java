package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the property of an entity that keeps the mode of its file or directory: the
 * twelve mode bits of {@code chmod(2)} as an {@code int}, such as {@code 0640}.
 * <p>
 * What is new has the mode that its program asks for, less the bits of the program's
 * umask. A row without a value, and one whose entity has no such property, has the mode
 * of the mount ({@code fusemount.umask}).
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.FIELD, ElementType.METHOD })
public @interface FileMode {

}
