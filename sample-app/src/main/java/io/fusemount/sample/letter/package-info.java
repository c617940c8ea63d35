/**
 * Letters to customers, and from them.
 */
@NullMarked
package io.fusemount.sample.letter;

import org.jspecify.annotations.NullMarked;
