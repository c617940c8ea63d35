/**
 * Spring Data JPA repositories as directories: the way in.
 */
@NullMarked
package io.fusemount.data.jpa;

import org.jspecify.annotations.NullMarked;
