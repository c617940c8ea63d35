package io.fusemount.core.supervision;

import java.util.List;

/**
 * Some of the files with changes that are not stored.
 *
 * @param total the total number of such files
 * @param files the files, limited to the requested number
 */
public record UnstoredFiles(int total, List<UnstoredFile> files) {

}
