package io.fusemount.data.jpa.directory;

import java.util.Map;

import io.fusemount.core.name.Name;
import org.jspecify.annotations.Nullable;

/**
 * A page of the rows that are directories in a directory.
 *
 * @param rows the rows by name, in their order
 * @param next the position of the following page, or {@code null} if this is the last one
 */
public record FolderPage(Map<Name, FolderRow> rows, @Nullable String next) {

}
