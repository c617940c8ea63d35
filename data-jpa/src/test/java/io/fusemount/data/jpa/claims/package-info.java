/**
 * An application whose directories come from paths with variables.
 */
@NullMarked
package io.fusemount.data.jpa.claims;

import org.jspecify.annotations.NullMarked;
