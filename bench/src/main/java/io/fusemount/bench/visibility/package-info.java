/**
 * The delay until programs see the changes of the application.
 */
@NullMarked
package io.fusemount.bench.visibility;

import org.jspecify.annotations.NullMarked;
