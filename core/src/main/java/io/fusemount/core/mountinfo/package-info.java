/**
 * The kernel's view of mounts: {@code /proc/PID/mountinfo}, see proc(5).
 */
@NullMarked
package io.fusemount.core.mountinfo;

import org.jspecify.annotations.NullMarked;
