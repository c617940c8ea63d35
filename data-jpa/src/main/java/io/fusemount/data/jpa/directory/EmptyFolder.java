package io.fusemount.data.jpa.directory;

import java.util.function.BooleanSupplier;

/**
 * A directory to delete if it is empty.
 *
 * @param row the row of the directory
 * @param isEmpty whether the directory is empty, asked once no other transaction can add
 * to it
 */
public record EmptyFolder(FolderRow row, BooleanSupplier isEmpty) {

}
