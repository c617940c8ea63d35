/**
 * The one way to the database, what kind it is, and the errno of what it answers.
 */
@NullMarked
package io.fusemount.data.jpa.database;

import org.jspecify.annotations.NullMarked;
