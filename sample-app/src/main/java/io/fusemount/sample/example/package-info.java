/**
 * Example files for the first start.
 */
@NullMarked
package io.fusemount.sample.example;

import org.jspecify.annotations.NullMarked;
