/**
 * Files that count towards quotas.
 */
@NullMarked
package io.fusemount.data.jpa.quota;

import org.jspecify.annotations.NullMarked;
