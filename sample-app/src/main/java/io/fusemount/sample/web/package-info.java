/**
 * HTTP interface of the archive.
 */
@NullMarked
package io.fusemount.sample.web;

import org.jspecify.annotations.NullMarked;
