/**
 * The contract of a directory in which users' programs work.
 */
@NullMarked
package io.fusemount.conformance.programs;

import org.jspecify.annotations.NullMarked;
