/**
 * What the handles of an open file hold: the version that is stored, read through the
 * cache, and a draft of what has changed since, in the spool.
 */
@NullMarked
package io.fusemount.core.revision;

import org.jspecify.annotations.NullMarked;
