/**
 * Spring Data JPA repositories as directories: the entry point.
 */
@NullMarked
package io.fusemount.data.jpa;

import org.jspecify.annotations.NullMarked;
