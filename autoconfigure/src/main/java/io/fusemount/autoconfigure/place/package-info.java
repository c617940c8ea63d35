/**
 * Directories of the machine: who can do what to them, and who sees what is mounted
 * there.
 */
@NullMarked
package io.fusemount.autoconfigure.place;

import org.jspecify.annotations.NullMarked;
