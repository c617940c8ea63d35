package io.fusemount.core.supervision;

import java.util.List;

/**
 * Some of the files with changes that are not stored.
 *
 * @param total how many there are
 * @param files no more of them than were asked for
 */
public record UnstoredFiles(int total, List<UnstoredFile> files) {

}
