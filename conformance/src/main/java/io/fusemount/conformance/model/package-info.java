/**
 * Generated sequences of operations, on a filesystem and on a model that is obviously
 * correct.
 */
@NullMarked
package io.fusemount.conformance.model;

import org.jspecify.annotations.NullMarked;
