/**
 * Programs that write while the process behind the mount dies, and what has to be there
 * afterwards.
 */
@NullMarked
package io.fusemount.conformance.crash;

import org.jspecify.annotations.NullMarked;
