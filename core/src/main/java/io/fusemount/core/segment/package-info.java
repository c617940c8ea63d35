/**
 * Parts of contents on the local disk, in files of their own or in slots of common ones,
 * and who fetches what is missing.
 */
@NullMarked
package io.fusemount.core.segment;

import org.jspecify.annotations.NullMarked;
