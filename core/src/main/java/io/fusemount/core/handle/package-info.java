/**
 * What programs have open, by the number that they know it by.
 */
@NullMarked
package io.fusemount.core.handle;

import org.jspecify.annotations.NullMarked;
