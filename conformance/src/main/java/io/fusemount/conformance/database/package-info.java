/**
 * Database servers for tests that no library brings along.
 */
@NullMarked
package io.fusemount.conformance.database;

import org.jspecify.annotations.NullMarked;
