/**
 * Files that have a quota together.
 */
@NullMarked
package io.fusemount.data.jpa.ledger;

import org.jspecify.annotations.NullMarked;
