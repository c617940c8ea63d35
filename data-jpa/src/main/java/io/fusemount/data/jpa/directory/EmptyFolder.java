package io.fusemount.data.jpa.directory;

import java.util.function.BooleanSupplier;

/**
 * A directory that is to go if it is empty.
 *
 * @param row its row
 * @param isEmpty whether it is, asked when nobody else can put anything into it any more
 */
public record EmptyFolder(FolderRow row, BooleanSupplier isEmpty) {

}
