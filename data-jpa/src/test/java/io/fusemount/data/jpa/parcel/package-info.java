/**
 * An application whose rows have properties that are extended attributes.
 */
@NullMarked
package io.fusemount.data.jpa.parcel;

import org.jspecify.annotations.NullMarked;
