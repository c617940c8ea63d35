/**
 * Parts of contents on the local disk, in files of their own or in slots of shared files,
 * and the fetches of missing bytes.
 */
@NullMarked
package io.fusemount.core.segment;

import org.jspecify.annotations.NullMarked;
