/**
 * The versions of Spring Boot that this runs on. What is here, and the failure analysis
 * of it, has to run on those that it does not.
 */
@NullMarked
package io.fusemount.autoconfigure.compatibility;

import org.jspecify.annotations.NullMarked;
