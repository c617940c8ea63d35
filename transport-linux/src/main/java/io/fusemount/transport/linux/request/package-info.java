/**
 * What is done about each request.
 */
@NullMarked
package io.fusemount.transport.linux.request;

import org.jspecify.annotations.NullMarked;
