package io.fusemount.sample.archive;

/**
 * Published when the current transaction writes something in the archive.
 */
public record ArchiveChanged() {

}
