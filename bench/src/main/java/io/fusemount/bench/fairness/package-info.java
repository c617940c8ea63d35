/**
 * How long a user waits beside another one who runs many programs.
 */
@NullMarked
package io.fusemount.bench.fairness;

import org.jspecify.annotations.NullMarked;
