package io.fusemount.conformance.semantics;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Quotes a claim of {@code docs/SEMANTICS.md} that the test proves.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.SOURCE)
@Repeatable(Semantics.List.class)
public @interface Semantics {

	/**
	 * The claim, word for word.
	 */
	String value();

	/**
	 * Several quotations on one test.
	 */
	@Documented
	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.SOURCE)
	@interface List {

		/**
		 * The quotations.
		 */
		Semantics[] value();

	}

}
