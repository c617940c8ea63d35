package io.fusemount.data.jpa.creation;

import io.fusemount.core.operation.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A file that is being created.
 *
 * @param name the name as the entity has it
 * @param directory the path of its directory relative to the mount point, such as
 * {@code archive/invoices}
 * @param caller the user, group and process that create the file, or {@code null} outside
 * of a mount
 */
public record NewFile(String name, String directory, @Nullable Caller caller) {

}
