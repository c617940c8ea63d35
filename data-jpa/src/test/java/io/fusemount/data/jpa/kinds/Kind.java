package io.fusemount.data.jpa.kinds;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A kind of entity or repository, on the repository. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface Kind {

	/** What it is, as the table says it. */
	String value();

	/** SQL that makes a row with the name "old.txt", if programs cannot create one. */
	String row() default "";

}
