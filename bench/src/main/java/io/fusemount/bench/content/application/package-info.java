/**
 * The application whose content is mounted.
 */
@NullMarked
package io.fusemount.bench.content.application;

import org.jspecify.annotations.NullMarked;
