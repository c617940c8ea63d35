package io.fusemount.conformance.shell;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Marks a test that mounts. It is skipped, with the reason, where that is not possible.
 */
@Documented
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(value = "io.fusemount.conformance.shell.Fuse#isAvailable",
		disabledReason = "Mounting takes libfuse 2 and a /dev/fuse that this user may open")
public @interface RequiresFuse {

}
