/**
 * The common parts of all archived files.
 */
@NullMarked
package io.fusemount.sample.archive;

import org.jspecify.annotations.NullMarked;
