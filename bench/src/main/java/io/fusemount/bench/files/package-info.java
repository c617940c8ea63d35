/**
 * Small and large files as programs see them, with the same work for each contestant.
 */
@NullMarked
package io.fusemount.bench.files;

import org.jspecify.annotations.NullMarked;
