package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the entity property that holds the size of the content in bytes, a {@code long}
 * or {@code Long}. FuseMount writes it with every commit of content and reads it for
 * every {@code stat}.
 */
@Documented
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
public @interface FileSize {

}
