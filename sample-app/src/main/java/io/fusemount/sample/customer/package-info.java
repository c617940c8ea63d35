/**
 * Customers.
 */
@NullMarked
package io.fusemount.sample.customer;

import org.jspecify.annotations.NullMarked;
