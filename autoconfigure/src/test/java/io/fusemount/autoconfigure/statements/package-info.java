/**
 * What programs on a real mount cost the database.
 */
@NullMarked
package io.fusemount.autoconfigure.statements;

import org.jspecify.annotations.NullMarked;
