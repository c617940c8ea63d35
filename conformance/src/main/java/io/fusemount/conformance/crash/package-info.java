/**
 * Programs that write while the process behind the mount dies, and the state that must
 * exist afterwards.
 */
@NullMarked
package io.fusemount.conformance.crash;

import org.jspecify.annotations.NullMarked;
