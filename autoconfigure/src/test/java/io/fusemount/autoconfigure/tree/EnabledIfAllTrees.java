package io.fusemount.autoconfigure.tree;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Enables, on request, tests that repeat others on another database or with more
 * programs.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "fusemount.trees", matches = "all",
		disabledReason = "It repeats what other tests show, and runs with -Dfusemount.trees=all")
public @interface EnabledIfAllTrees {

}
