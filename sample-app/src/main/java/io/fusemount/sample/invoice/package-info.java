/**
 * Invoices, as files with a number, a customer and a due date.
 */
@NullMarked
package io.fusemount.sample.invoice;

import org.jspecify.annotations.NullMarked;
