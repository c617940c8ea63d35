/**
 * Database servers for tests that no library brings along, and what happens to them.
 */
@NullMarked
package io.fusemount.conformance.database;

import org.jspecify.annotations.NullMarked;
