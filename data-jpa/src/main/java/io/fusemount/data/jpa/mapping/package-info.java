/**
 * The mapping of repositories and their entities to directories and files, determined
 * once.
 */
@NullMarked
package io.fusemount.data.jpa.mapping;

import org.jspecify.annotations.NullMarked;
