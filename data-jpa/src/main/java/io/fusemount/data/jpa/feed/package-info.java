/**
 * News about rows that anybody changes, told by the database.
 */
@NullMarked
package io.fusemount.data.jpa.feed;

import org.jspecify.annotations.NullMarked;
