/**
 * How much the rows of a repository take, and may take.
 */
@NullMarked
package io.fusemount.data.jpa.quota;

import org.jspecify.annotations.NullMarked;
