/**
 * Parts of contents on the local disk, each in a file of its own, and who fetches what is
 * missing.
 */
@NullMarked
package io.fusemount.core.segment;

import org.jspecify.annotations.NullMarked;
