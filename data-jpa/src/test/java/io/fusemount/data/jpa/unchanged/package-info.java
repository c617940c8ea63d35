/** Files with content of each kind, whose entities have {@code @DynamicUpdate} or not. */
@NullMarked
package io.fusemount.data.jpa.unchanged;

import org.jspecify.annotations.NullMarked;
