/**
 * How files are opened, stored and closed, and the ways in which programs replace the
 * content of a row.
 */
@NullMarked
package io.fusemount.core.save;

import org.jspecify.annotations.NullMarked;
