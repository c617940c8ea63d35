package io.fusemount.data.jpa.directory;

import java.util.List;
import java.util.function.Supplier;

import io.fusemount.data.jpa.scope.Scope;

/**
 * A directory as the rows in it see it.
 *
 * @param scope what they have in common
 * @param path its path below the mount point, for people
 * @param taken the names that others have in it before them
 * @param beside the rows of other tables that programs give names in it, too
 * @param left told when a file has left it
 */
public record RowDirectory(Scope scope, String path, TakenNames taken, Supplier<List<RowTexts>> beside, Runnable left) {

}
