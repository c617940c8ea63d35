/**
 * The statements that programs on a real mount cause.
 */
@NullMarked
package io.fusemount.autoconfigure.statements;

import org.jspecify.annotations.NullMarked;
