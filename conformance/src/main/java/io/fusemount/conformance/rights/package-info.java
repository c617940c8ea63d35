/**
 * Contract: users who may not see a file learn nothing of it, and who may not change it
 * does not change it.
 */
@NullMarked
package io.fusemount.conformance.rights;

import org.jspecify.annotations.NullMarked;
