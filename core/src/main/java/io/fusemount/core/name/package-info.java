/**
 * File names: their validity, and the reversible encoding of any text as a valid name.
 */
@NullMarked
package io.fusemount.core.name;

import org.jspecify.annotations.NullMarked;
