package io.fusemount.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the entity property that holds the content of the file: a {@code java.sql.Blob},
 * a {@code byte[]}, text, or a map of pieces, so that a change writes the pieces that it
 * affects. Also marks the one-to-one association with the entity that holds the content.
 */
@Documented
@Target({ ElementType.FIELD, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
public @interface FileContent {

	/**
	 * The number of bytes of each piece but the last one, which may be shorter. It
	 * applies to a {@code Map<Integer, byte[]>} with {@code @ElementCollection} only,
	 * which holds the content in pieces that are numbered from 0 on, and must not change
	 * while there is content.
	 */
	int pieceSize() default 256 * 1024;

}
