/**
 * Documents of any kind.
 */
@NullMarked
package io.fusemount.sample.document;

import org.jspecify.annotations.NullMarked;
