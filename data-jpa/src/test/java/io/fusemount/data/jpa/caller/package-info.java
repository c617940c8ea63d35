/**
 * Rows of users, which each user alone has.
 */
@NullMarked
package io.fusemount.data.jpa.caller;

import org.jspecify.annotations.NullMarked;
