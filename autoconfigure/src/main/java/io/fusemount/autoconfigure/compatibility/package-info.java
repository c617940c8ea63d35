/**
 * The supported versions of Spring Boot. The code here, and its failure analysis, must
 * also run on unsupported versions.
 */
@NullMarked
package io.fusemount.autoconfigure.compatibility;

import org.jspecify.annotations.NullMarked;
