/**
 * An application that is killed at each step of what it does for programs, which go on
 * with the next process.
 */
@NullMarked
package io.fusemount.autoconfigure.takeover.step;

import org.jspecify.annotations.NullMarked;
