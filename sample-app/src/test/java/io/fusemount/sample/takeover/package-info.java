/**
 * Restarts of the archive while programs use its mount.
 */
@NullMarked
package io.fusemount.sample.takeover;

import org.jspecify.annotations.NullMarked;
