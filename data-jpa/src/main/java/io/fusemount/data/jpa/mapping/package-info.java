/**
 * What of a repository and its entity makes a directory and its files, found out once.
 */
@NullMarked
package io.fusemount.data.jpa.mapping;

import org.jspecify.annotations.NullMarked;
