/**
 * Access to the archive by HTTP, and the private files on the disk of its owner.
 */
@NullMarked
package io.fusemount.sample.access;

import org.jspecify.annotations.NullMarked;
