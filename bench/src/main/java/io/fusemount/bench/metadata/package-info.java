/**
 * What is asked of files beside their content.
 */
@NullMarked
package io.fusemount.bench.metadata;

import org.jspecify.annotations.NullMarked;
