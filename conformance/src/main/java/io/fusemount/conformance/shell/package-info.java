/**
 * Command lines, run as a user would type them.
 */
@NullMarked
package io.fusemount.conformance.shell;

import org.jspecify.annotations.NullMarked;
