/**
 * A reference directory whose files are kept in memory and whose troubles a test decides.
 */
@NullMarked
package io.fusemount.conformance.memory;

import org.jspecify.annotations.NullMarked;
