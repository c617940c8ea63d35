/**
 * The notation of directories: paths with variables, and the texts of their values.
 */
@NullMarked
package io.fusemount.data.jpa.template;

import org.jspecify.annotations.NullMarked;
