/**
 * Access to the database, the kinds of databases, and the errno of their failures.
 */
@NullMarked
package io.fusemount.data.jpa.database;

import org.jspecify.annotations.NullMarked;
