/**
 * The letters and folders of an office, which not everybody may read.
 */
@NullMarked
package io.fusemount.data.jpa.rights.office;

import org.jspecify.annotations.NullMarked;
