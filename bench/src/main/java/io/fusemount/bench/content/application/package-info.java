/**
 * The application that has its content mounted.
 */
@NullMarked
package io.fusemount.bench.content.application;

import org.jspecify.annotations.NullMarked;
