/**
 * What a new row needs beyond what a file has: who gives it, and whether anybody can.
 */
@NullMarked
package io.fusemount.data.jpa.creation;

import org.jspecify.annotations.NullMarked;
