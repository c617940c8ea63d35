/**
 * Annotations that an application puts on its repositories and entities.
 */
@NullMarked
package io.fusemount.annotation;

import org.jspecify.annotations.NullMarked;
