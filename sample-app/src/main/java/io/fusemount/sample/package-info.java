/**
 * Archive of invoices and documents of a small company.
 */
@NullMarked
package io.fusemount.sample;

import org.jspecify.annotations.NullMarked;
