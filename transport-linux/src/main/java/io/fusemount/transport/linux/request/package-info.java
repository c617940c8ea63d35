/**
 * The handling of each request.
 */
@NullMarked
package io.fusemount.transport.linux.request;

import org.jspecify.annotations.NullMarked;
