/**
 * Database servers for tests that no library provides, and the failures that they suffer.
 */
@NullMarked
package io.fusemount.conformance.database;

import org.jspecify.annotations.NullMarked;
