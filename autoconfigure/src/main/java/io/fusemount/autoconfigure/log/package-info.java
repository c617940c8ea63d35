/**
 * Failed operations as lines in the log.
 */
@NullMarked
package io.fusemount.autoconfigure.log;

import org.jspecify.annotations.NullMarked;
