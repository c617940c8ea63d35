/**
 * Who may use the archive by HTTP, and what lies on the disk for its owner alone.
 */
@NullMarked
package io.fusemount.sample.access;

import org.jspecify.annotations.NullMarked;
