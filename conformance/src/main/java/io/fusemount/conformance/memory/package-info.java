/**
 * A reference directory that keeps its files in memory. A test decides its troubles.
 */
@NullMarked
package io.fusemount.conformance.memory;

import org.jspecify.annotations.NullMarked;
