/**
 * What every archived file has, whatever it is about.
 */
@NullMarked
package io.fusemount.sample.archive;

import org.jspecify.annotations.NullMarked;
