/**
 * File names: what is valid, and how any text becomes a valid one reversibly.
 */
@NullMarked
package io.fusemount.core.name;

import org.jspecify.annotations.NullMarked;
