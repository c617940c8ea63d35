/**
 * Programs as users of the application: Spring Security sees who asks.
 */
@NullMarked
package io.fusemount.autoconfigure.security;

import org.jspecify.annotations.NullMarked;
