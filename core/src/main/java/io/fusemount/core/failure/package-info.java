/**
 * What people read about failures: the last ones of a mount, and that of a file.
 */
@NullMarked
package io.fusemount.core.failure;

import org.jspecify.annotations.NullMarked;
