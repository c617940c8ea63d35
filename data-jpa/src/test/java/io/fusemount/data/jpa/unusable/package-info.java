/**
 * Declarations that no application starts with.
 */
@NullMarked
package io.fusemount.data.jpa.unusable;

import org.jspecify.annotations.NullMarked;
