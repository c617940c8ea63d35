package io.fusemount.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Gives a test of an application, and each context that is cached for such tests, a
 * temporary mount and spool for each mount of the application, which are removed when the
 * context is closed. The test uses the files through an injected {@link FuseMountFiles}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
public @interface AutoConfigureFuseMount {

	/**
	 * How the test accesses the files.
	 */
	FuseMountTransport transport() default FuseMountTransport.ANY;

}
