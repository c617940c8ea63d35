/**
 * What programs change in directories: names come, go, and pass from one file to another.
 */
@NullMarked
package io.fusemount.core.namespace;

import org.jspecify.annotations.NullMarked;
