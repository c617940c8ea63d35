/**
 * What is released, on the oldest libraries that an application may have.
 */
@NullMarked
package io.fusemount.compatibility;

import org.jspecify.annotations.NullMarked;
